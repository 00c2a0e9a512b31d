package io.outlast.journal;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Recognises an embedded database that another process keeps to itself, and says so at a start. */
public final class DatabaseInUse extends AbstractFailureAnalyzer<Throwable> {

  /** H2's DATABASE_ALREADY_OPEN_1. */
  private static final int ALREADY_OPEN = 90020;

  public static final String DESCRIPTION =
      "The embedded database is in use by another process, most likely by the running service.";

  public static final String ADVICE =
      "Ask the running service through its API, give this process another outlast.data-dir, or"
          + " use PostgreSQL, which any number of processes can share.";

  public static boolean causes(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && sql.getErrorCode() == ALREADY_OPEN) {
        return true;
      }
    }
    return false;
  }

  @Override
  protected @Nullable FailureAnalysis analyze(Throwable rootFailure, Throwable cause) {
    return causes(rootFailure) ? new FailureAnalysis(DESCRIPTION, ADVICE, cause) : null;
  }
}

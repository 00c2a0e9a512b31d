package io.outlast.run;

import java.util.Locale;
import java.util.Optional;

/** Where a run stands. Terminal states never change. */
public enum RunStatus {
  QUEUED,
  RUNNING,
  COMPLETED,
  FAILED,
  CANCELLED,
  TIMED_OUT;

  public boolean isTerminal() {
    return this != QUEUED && this != RUNNING;
  }

  /** The name in the API and in the database. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<RunStatus> of(String wireName) {
    for (RunStatus status : values()) {
      if (status.wireName().equals(wireName)) {
        return Optional.of(status);
      }
    }
    return Optional.empty();
  }
}

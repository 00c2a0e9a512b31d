package io.outlast.cli;

import io.outlast.doctor.Finding;
import io.outlast.doctor.Finding.Severity;
import io.outlast.settings.ConfigProblem;
import io.outlast.settings.InvalidConfigurationException;
import java.util.List;
import java.util.Objects;

/** The doctor's report when the configuration lets nothing start. */
record StartFailure(String status, List<Finding> findings) {

  static StartFailure of(Throwable failure) {
    return new StartFailure("error", findings(root(failure)));
  }

  /** What lies below a failed start, or the problems of the configuration when that is it. */
  static Throwable root(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null && !(cause instanceof InvalidConfigurationException)) {
      cause = cause.getCause();
    }
    return cause;
  }

  private static List<Finding> findings(Throwable cause) {
    if (cause instanceof InvalidConfigurationException invalid) {
      return invalid.problems().stream().map(StartFailure::finding).toList();
    }
    String message = Objects.toString(cause.getMessage(), cause.getClass().getName());
    return List.of(new Finding(Severity.ERROR, "configuration", message));
  }

  private static Finding finding(ConfigProblem problem) {
    return new Finding(Severity.ERROR, "configuration", problem.toString());
  }
}

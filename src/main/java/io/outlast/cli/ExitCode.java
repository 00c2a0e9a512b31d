package io.outlast.cli;

import io.outlast.run.RunStatus;

/** How a command ends, as scripts see it. */
final class ExitCode {

  static final int OK = 0;
  static final int FAILED = 1;

  /** Bad usage or a configuration with which nothing can start. */
  static final int USAGE = 2;

  /** As of {@code timeout(1)}. */
  static final int TIMED_OUT = 124;

  /** As of a shell whose command was ended by SIGINT. */
  static final int CANCELLED = 130;

  private ExitCode() {}

  static int of(RunStatus status) {
    return switch (status) {
      case COMPLETED -> OK;
      case FAILED -> FAILED;
      case TIMED_OUT -> TIMED_OUT;
      case CANCELLED -> CANCELLED;
      case QUEUED, RUNNING -> throw new IllegalArgumentException("The run is not over: " + status);
    };
  }
}

package io.outlast.journal;

import io.outlast.run.RunId;

/** The run is not there, or was deleted in the meantime. */
public final class UnknownRunException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnknownRunException(RunId id) {
    super("There is no run " + id + ".");
  }
}

package io.outlast.journal;

import io.outlast.run.RunId;

/** The writer no longer owns the run; what it wanted to write is void. */
public final class StaleOwnerException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  StaleOwnerException(RunId id, long epoch) {
    super(id + " is no longer owned by epoch " + epoch);
  }
}

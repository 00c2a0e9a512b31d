package io.outlast.agent;

import org.jspecify.annotations.Nullable;

/**
 * How one call of a turn ended, for the turn.
 *
 * @param told what the model is told; null when the run was stopped before the call had an end
 */
record CallEnd(@Nullable String told, boolean isNew, boolean runTimedOut) {

  static final CallEnd STOPPED = new CallEnd(null, false, false);
}

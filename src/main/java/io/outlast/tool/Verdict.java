package io.outlast.tool;

import org.jspecify.annotations.Nullable;

/** What ended a call. The first one counts; later ones are not heard. */
sealed interface Verdict {

  /** Its last attempt ended at the connection. */
  record Answered(ToolReply reply) implements Verdict {}

  /**
   * Nobody waits for it any more.
   *
   * @param reached the call's own limit, where that was the reason
   */
  record GivenUp(Ending ending, CallTime.@Nullable Reached reached) implements Verdict {}
}

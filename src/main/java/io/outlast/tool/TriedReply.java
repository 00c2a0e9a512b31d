package io.outlast.tool;

/**
 * How one attempt ended: all that decides whether the call is sent once more.
 *
 * @param attempt which attempt it was, from 1
 */
record TriedReply(ToolReply reply, Effect effect, int attempt) {

  /** Whether the server answered, if only with an error. */
  boolean isAnswered() {
    return reply instanceof ToolReply.Result || reply instanceof ToolReply.ProtocolError;
  }

  /**
   * A lost connection, where another attempt can do no harm. Whatever befell a second attempt is a
   * failure too, of which the number of attempts makes the last one.
   */
  boolean isToBeRepeated() {
    if (attempt > 1) {
      return !isAnswered();
    }
    return reply instanceof ToolReply.Lost lost
        && (lost.delivery() == Delivery.NOT_SENT || effect.repeatable());
  }
}

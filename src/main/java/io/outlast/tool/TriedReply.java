package io.outlast.tool;

/** How one attempt ended, and what its tool may do: together they say whether to try once more. */
record TriedReply(ToolReply reply, Effect effect) {

  /** Only a lost connection is tried again, and only where that can do no harm. */
  boolean mayBeRepeated() {
    return reply instanceof ToolReply.Lost lost
        && (lost.delivery() == Delivery.NOT_SENT || effect.repeatable());
  }
}

package io.outlast.queue;

/** How a worker left a run. */
public enum Left {
  /** It has ended, and left the queue in the same transaction. */
  ENDED,
  /** It had ended before and leaves the queue. */
  OVER,
  /** It waits again, in its old place, for whoever is free. */
  HANDED_BACK,
  /** It waits until another run of its agent makes room. */
  NO_ROOM,
  /** It is held by nobody or by another; its lease decides. */
  LOST
}

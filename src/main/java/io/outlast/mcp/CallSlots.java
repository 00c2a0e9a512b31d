package io.outlast.mcp;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

/** Bounds the calls on one server, first come first served. Thread-safe; never blocks. */
final class CallSlots {

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Slot> waiting = new ArrayDeque<>();
  private final int limit;
  private int taken;

  /** A place in the queue, then a place among the calls. */
  final class Slot implements AutoCloseable {

    private final CompletableFuture<Boolean> granted = new CompletableFuture<>();
    private boolean held;
    private boolean closed;

    private Slot() {}

    /** Completes when the call may be made. */
    CompletableFuture<Boolean> granted() {
      return granted;
    }

    private void grant() {
      held = true;
      granted.complete(true);
    }

    /** Gives up either place; closing once more does nothing. */
    @Override
    public void close() {
      leave(this);
    }
  }

  /**
   * @param limit 0 for none
   */
  CallSlots(int limit) {
    this.limit = limit == 0 ? Integer.MAX_VALUE : limit;
  }

  Slot enter() {
    Slot slot = new Slot();
    lock.lock();
    try {
      if (taken < limit) {
        taken++;
        slot.grant();
      } else {
        waiting.addLast(slot);
      }
    } finally {
      lock.unlock();
    }
    return slot;
  }

  private void leave(Slot slot) {
    lock.lock();
    try {
      if (slot.closed) {
        return;
      }
      slot.closed = true;
      if (!slot.held) {
        waiting.remove(slot);
        return;
      }
      Slot next = waiting.pollFirst();
      if (next == null) {
        taken--;
      } else {
        next.grant();
      }
    } finally {
      lock.unlock();
    }
  }
}

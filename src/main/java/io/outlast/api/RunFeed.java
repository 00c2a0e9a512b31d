package io.outlast.api;

import io.outlast.run.RunId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The newest events of one watched run, kept once for all its readers, however many. A reader asks
 * for what comes after the event it has: what is not kept any more it reads from the journal, what
 * is not there yet it waits for. Nothing is kept per reader, so a slow one costs nothing and holds
 * nobody up. Thread-safe.
 */
final class RunFeed {

  /** Bytes kept for a run. */
  private static final int MOST_BYTES = 256 * 1024;

  private final RunId id;
  private final JournalReader journal;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition grown = lock.newCondition();
  private final ArrayDeque<Frame> window = new ArrayDeque<>();
  private int windowBytes;
  private long head;
  private boolean complete;
  private boolean closed;

  RunFeed(RunId id, JournalReader journal) {
    this.id = id;
    this.journal = journal;
  }

  RunId id() {
    return id;
  }

  long head() {
    lock.lock();
    try {
      return head;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Some of the events after {@code seq}, in order and without a gap; empty when none came within
   * the time, or none will come: see {@link #isOver}.
   */
  List<Frame> after(long seq, Duration wait) throws InterruptedException {
    lock.lock();
    try {
      long nanos = wait.toNanos();
      while (seq >= head && !complete && !closed && nanos > 0) {
        nanos = grown.awaitNanos(nanos);
      }
      if (seq >= head || closed) {
        return List.of();
      }
      if (!window.isEmpty() && seq >= window.getFirst().seq() - 1) {
        return newest(seq);
      }
    } finally {
      lock.unlock();
    }
    List<Frame> page = journal.replay(id, seq);
    if (page.isEmpty()) {
      // The run was deleted.
      close();
    }
    return page;
  }

  private List<Frame> newest(long seq) {
    ArrayDeque<Frame> frames = new ArrayDeque<>();
    Iterator<Frame> backwards = window.descendingIterator();
    while (backwards.hasNext()) {
      Frame frame = backwards.next();
      if (frame.seq() <= seq) {
        break;
      }
      frames.addFirst(frame);
    }
    return List.copyOf(frames);
  }

  /** Whether nothing will ever come after {@code seq} from here. */
  boolean isOver(long seq) {
    lock.lock();
    try {
      return closed || complete && seq >= head;
    } finally {
      lock.unlock();
    }
  }

  /** Whether the run's last event was offered, or the feed was closed. */
  boolean isDone() {
    lock.lock();
    try {
      return closed || complete;
    } finally {
      lock.unlock();
    }
  }

  /** Says up to where events exist already; what follows is {@link #offer}ed. */
  void startAt(long seq) {
    lock.lock();
    try {
      head = seq;
      grown.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Adds what follows the head. */
  void offer(List<Frame> frames) {
    if (frames.isEmpty()) {
      return;
    }
    lock.lock();
    try {
      for (Frame frame : frames) {
        window.addLast(frame);
        windowBytes += frame.bytes().length;
        head = frame.seq();
        complete |= frame.last();
      }
      while (windowBytes > MOST_BYTES && window.size() > 1) {
        windowBytes -= window.removeFirst().bytes().length;
      }
      grown.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Ends it for all its readers; they can go on elsewhere, or later. */
  void close() {
    lock.lock();
    try {
      closed = true;
      grown.signalAll();
    } finally {
      lock.unlock();
    }
  }
}

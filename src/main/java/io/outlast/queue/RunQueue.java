package io.outlast.queue;

import io.outlast.journal.Acceptance;
import io.outlast.journal.Journal;
import io.outlast.journal.Journal.CancelAnswer;
import io.outlast.journal.RequestKey;
import io.outlast.run.NewRun;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The runs that wait for a free place, in the order in which they came. They wait in the journal,
 * so a restart loses none. Thread-safe.
 */
public final class RunQueue {

  /** How long a run is its owner's without a heartbeat. */
  public static final Duration LEASE = Duration.ofSeconds(20);

  private final Journal journal;
  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private final List<Consumer<RunId>> cancelListeners = new CopyOnWriteArrayList<>();
  private boolean news;

  RunQueue(Journal journal, Clock clock) {
    this.journal = journal;
    this.clock = clock;
  }

  /** Accepts a run; it is on disk when this returns. */
  public Run submit(NewRun run) {
    Run accepted = journal.accept(run);
    wake();
    return accepted;
  }

  /** Accepts a run unless a request with this key was accepted within the last day. */
  public Acceptance submit(NewRun run, RequestKey key) {
    Acceptance acceptance = journal.accept(run, key);
    wake();
    return acceptance;
  }

  /**
   * Makes the caller the owner of the longest waiting run that is due; empty when none is. The
   * lease lasts {@link #LEASE} and is prolonged by heartbeats.
   */
  public Optional<Run> claim(String owner) {
    Optional<RunId> next = journal.nextDue(clock.instant());
    while (next.isPresent()) {
      Optional<Run> claimed = journal.claim(next.get(), owner, LEASE);
      if (claimed.isPresent()) {
        return claimed;
      }
      // Another process, or a cancel, was faster.
      next = journal.nextDue(clock.instant());
    }
    return Optional.empty();
  }

  /**
   * Asks a run to stop. Its owner hears of it at once when it is this process, else within a
   * second.
   */
  public CancelAnswer cancel(RunId id, @Nullable String reason) {
    CancelAnswer answer = journal.requestCancel(id, reason);
    if (!answer.wasTerminal()) {
      cancelListeners.forEach(listener -> listener.accept(id));
    }
    return answer;
  }

  /** Hears of cancel requests that came through this process; must not block. */
  public void onCancel(Consumer<RunId> listener) {
    cancelListeners.add(listener);
  }

  /** Waits until a run may have become due, at most this long. */
  public void awaitWork(Duration atMost) throws InterruptedException {
    lock.lock();
    try {
      long left = atMost.toNanos();
      while (!news && left > 0) {
        left = arrived.awaitNanos(left);
      }
      news = false;
    } finally {
      lock.unlock();
    }
  }

  /** Ends the wait of {@link #awaitWork}. */
  public void wake() {
    lock.lock();
    try {
      news = true;
      arrived.signalAll();
    } finally {
      lock.unlock();
    }
  }

  public long depth() {
    return journal.countQueued();
  }
}

package io.outlast.queue;

import io.outlast.journal.Acceptance;
import io.outlast.journal.Journal;
import io.outlast.journal.Journal.CancelAnswer;
import io.outlast.journal.RequestKey;
import io.outlast.run.NewRun;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionOperations;

/**
 * The runs that wait for a free place, by priority and then in the order in which they became due.
 * They wait in the database, put there by the transaction that accepts them, so a restart loses
 * none. Thread-safe.
 */
public final class RunQueue {

  /** How long a run is its owner's without a heartbeat. */
  public static final Duration LEASE = LeaseKeeper.LEASE;

  private final Journal journal;
  private final QueueTable table;
  private final TransactionOperations transaction;
  private final QueueSignals signals;
  private final List<Consumer<RunId>> cancelListeners = new CopyOnWriteArrayList<>();
  private final List<Runnable> workListeners = new CopyOnWriteArrayList<>();
  private volatile BooleanSupplier roomHere = () -> false;
  private volatile boolean closed;

  RunQueue(
      Journal journal, QueueTable table, TransactionOperations transaction, QueueSignals signals) {
    this.journal = journal;
    this.table = table;
    this.transaction = transaction;
    this.signals = signals;
  }

  /** Accepts a run; it is on disk when this returns. */
  public Run submit(NewRun run) {
    return submit(run, accepted -> {});
  }

  /**
   * The same.
   *
   * @param within is called in the same transaction
   */
  public Run submit(NewRun run, Consumer<Run> within) {
    Run accepted = journal.accept(run, within.andThen(queued -> enqueue(queued, run.priority())));
    wake();
    return accepted;
  }

  /** Accepts a run unless a request with this key was accepted within the last day. */
  public Acceptance submit(NewRun run, RequestKey key) {
    return submit(run, key, accepted -> {});
  }

  /**
   * The same.
   *
   * @param within is called in the same transaction, if the run is new
   */
  public Acceptance submit(NewRun run, RequestKey key, Consumer<Run> within) {
    Acceptance acceptance =
        journal.accept(run, key, within.andThen(queued -> enqueue(queued, run.priority())));
    wake();
    return acceptance;
  }

  /**
   * Asks a run to stop. Its owner hears of it at once when it is this process, else within a
   * second.
   */
  public CancelAnswer cancel(RunId id, @Nullable String reason) {
    CancelAnswer answer =
        Objects.requireNonNull(
            transaction.execute(status -> {
              CancelAnswer given = journal.requestCancel(id, reason);
              if (given.run().status().isTerminal()) {
                table.removeWaiting(id);
              } else {
                signals.cancel(id);
              }
              return given;
            }));
    if (!answer.wasTerminal()) {
      cancelled(id);
    }
    return answer;
  }

  /** Takes no more runs in: this process is about to stop. */
  public void close() {
    closed = true;
  }

  public boolean isClosed() {
    return closed;
  }

  /** Hears of cancel requests that came through this process; must not block. */
  public void onCancel(Consumer<RunId> listener) {
    cancelListeners.add(listener);
  }

  public long depth() {
    return journal.countQueued();
  }

  /** Hears that a run may have become due; must not block. */
  void onWork(Runnable listener) {
    workListeners.add(listener);
  }

  /**
   * @param room whether this process has a free place; if so, nobody else is told of a new run. On
   *     PostgreSQL, commits that tell somebody wait for each other
   */
  void roomHere(BooleanSupplier room) {
    roomHere = room;
  }

  void cancelled(RunId id) {
    cancelListeners.forEach(listener -> listener.accept(id));
  }

  void wake() {
    workListeners.forEach(Runnable::run);
  }

  private void enqueue(Run run, int priority) {
    Instant due = run.startAfter() == null ? run.createdAt() : run.startAfter();
    table.add(run.id(), due, priority);
    if (!roomHere.getAsBoolean()) {
      signals.work();
    }
  }
}

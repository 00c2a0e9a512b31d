package io.outlast.queue;

import io.outlast.journal.Journal;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import io.outlast.run.RunStatus;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionTemplate;

/** Has the runs worked on whose leases this process got. Thread-safe; blocks. */
final class LeasedRuns {

  private final QueueTable table;
  private final LeaseKeeper leases;
  private final Journal journal;
  private final TransactionTemplate transaction;
  private final String owner;
  private volatile Runnable freed = () -> {};

  LeasedRuns(
      QueueTable table,
      LeaseKeeper leases,
      Journal journal,
      TransactionTemplate transaction,
      Owner owner) {
    this.table = table;
    this.leases = leases;
    this.journal = journal;
    this.transaction = transaction;
    this.owner = owner.name();
  }

  /** For a process that has the database to itself: whoever held a lease before it is dead. */
  void reviveAll() {
    leases.reviveAll();
  }

  void onLost(Consumer<RunId> listener) {
    leases.onLost(listener);
  }

  /** What tells other processes that a run waits again. */
  void onFreed(Runnable tell) {
    freed = tell;
  }

  /** A waiting run, whatever waits before it. */
  Optional<Lease> take(RunId id) {
    return Optional.ofNullable(
        transaction.execute(status -> table.take(id, Instant.now()).orElse(null)));
  }

  /** From the lease to the end of it; says whether that made room for another run of its agent. */
  boolean serve(Lease lease, RunWork work) {
    leases.keep(lease);
    try {
      Claim claim = Objects.requireNonNull(transaction.execute(status -> claim(lease, work)));
      Run run = claim.run();
      settle(lease, run == null ? claim.otherwise() : work.run(run));
      return run != null && work.mostAtOnce(run.agent()) > 0 && table.unpark(run.agent()) > 0;
    } finally {
      leases.forget(lease);
    }
  }

  /** The run, or how it is left without one. */
  private record Claim(@Nullable Run run, Left otherwise) {}

  /**
   * Whoever holds the row in the queue may claim; a run that is said to be running has no owner.
   */
  private Claim claim(Lease lease, RunWork work) {
    if (!table.holds(lease)) {
      return new Claim(null, Left.LOST);
    }
    Optional<Run> found = journal.find(lease.id()).filter(run -> !run.status().isTerminal());
    if (found.isEmpty()) {
      return new Claim(null, Left.OVER);
    }
    if (found.get().status() == RunStatus.RUNNING) {
      journal.takeBack(lease.id());
    }
    if (!hasRoom(found.get().agent(), work)) {
      return new Claim(null, Left.NO_ROOM);
    }
    return new Claim(journal.claim(lease.id(), owner).orElse(null), Left.OVER);
  }

  private boolean hasRoom(String agent, RunWork work) {
    int most = work.mostAtOnce(agent);
    return most == 0 || table.countExclusively(agent) < most;
  }

  void settle(Lease lease, Left left) {
    switch (left) {
      case OVER -> table.remove(lease);
      case HANDED_BACK -> {
        table.free(lease);
        freed.run();
      }
      case NO_ROOM -> table.park(lease);
      case LOST -> {
        // Its lease runs out, or has.
      }
    }
  }
}

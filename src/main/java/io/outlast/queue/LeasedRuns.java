package io.outlast.queue;

import io.outlast.journal.Journal;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.transaction.support.TransactionOperations;

/** Has the runs worked on whose leases this process got. Thread-safe; blocks. */
final class LeasedRuns {

  private final QueueTable table;
  private final LeaseKeeper leases;
  private final Journal journal;
  private final TransactionOperations transaction;
  private final String owner;
  private volatile Runnable freed = () -> {};

  LeasedRuns(
      QueueTable table,
      LeaseKeeper leases,
      Journal journal,
      TransactionOperations transaction,
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
      Claim claim = claimed(lease, work);
      Run run = claim.run();
      settle(lease, run == null ? claim.otherwise() : work.run(run, () -> table.remove(lease)));
      return run != null && work.mostAtOnce(run.agent()) > 0 && table.unpark(run.agent()) > 0;
    } finally {
      leases.forget(lease);
    }
  }

  private Claim claimed(Lease lease, RunWork work) {
    try {
      return Objects.requireNonNull(transaction.execute(status -> claim(lease, work)));
    } catch (DuplicateKeyException e) {
      // Somebody else was the first, too, to count this agent's runs: its gate is there by now.
      return Objects.requireNonNull(transaction.execute(status -> claim(lease, work)));
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
    Room room = new Room(work);
    Optional<Run> claimed = journal.claim(lease.id(), owner, room);
    if (claimed.isEmpty() && !room.refused && leases.takeBack(lease.id())) {
      claimed = journal.claim(lease.id(), owner, room);
    }
    return new Claim(claimed.orElse(null), room.refused ? Left.NO_ROOM : Left.OVER);
  }

  /** Whether one more run of an agent may be under way. */
  private final class Room implements Predicate<Run> {
    private final RunWork work;
    private boolean refused;

    Room(RunWork work) {
      this.work = work;
    }

    @Override
    public boolean test(Run run) {
      int most = work.mostAtOnce(run.agent());
      refused = most > 0 && table.countExclusively(run.agent()) >= most;
      return !refused;
    }
  }

  void settle(Lease lease, Left left) {
    switch (left) {
      case ENDED -> {
        // Nothing is left of it here.
      }
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

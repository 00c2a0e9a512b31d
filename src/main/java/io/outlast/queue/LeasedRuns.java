package io.outlast.queue;

import io.outlast.journal.Journal;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import io.outlast.run.RunStatus;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionTemplate;

/** Has the runs worked on whose leases this process got. Thread-safe; blocks. */
final class LeasedRuns {

  private final QueueTable table;
  private final LeaseKeeper leases;
  private final Journal journal;
  private final TransactionTemplate transaction;
  private final String owner;

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

  /** A waiting run, whatever waits before it. */
  Optional<Lease> take(RunId id) {
    return Optional.ofNullable(
        transaction.execute(status -> table.take(id, Instant.now()).orElse(null)));
  }

  /** From the lease to the end of it. */
  void serve(Lease lease, Function<Run, Left> work) {
    leases.keep(lease);
    try {
      settle(lease, claimed(lease, work));
    } finally {
      leases.forget(lease);
    }
  }

  private Left claimed(Lease lease, Function<Run, Left> work) {
    Claim claim = Objects.requireNonNull(transaction.execute(status -> claim(lease)));
    return claim.run() == null ? claim.otherwise() : work.apply(claim.run());
  }

  /** The run, or how it is left without one. */
  private record Claim(@Nullable Run run, Left otherwise) {}

  /**
   * Whoever holds the row in the queue may claim; a run that is said to be running has no owner.
   */
  private Claim claim(Lease lease) {
    if (!table.holds(lease)) {
      return new Claim(null, Left.LOST);
    }
    RunId id = lease.id();
    if (journal.find(id).filter(run -> run.status() == RunStatus.RUNNING).isPresent()) {
      journal.takeBack(id);
    }
    Optional<Run> run = journal.claim(id, owner);
    return new Claim(run.orElse(null), Left.OVER);
  }

  void settle(Lease lease, Left left) {
    switch (left) {
      case OVER -> table.remove(lease);
      case HANDED_BACK -> table.free(lease);
      case LOST -> {
        // Its lease runs out, or has.
      }
    }
  }
}

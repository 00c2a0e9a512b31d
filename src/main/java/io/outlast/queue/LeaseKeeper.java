package io.outlast.queue;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.outlast.journal.Journal;
import io.outlast.run.RunId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Keeps this process's leases alive, and gives the runs of dead owners back to the queue. One
 * statement is the heartbeat of all runs, on a thread that does nothing else. Thread-safe.
 */
final class LeaseKeeper {

  /** How long a run is its owner's without a heartbeat. */
  static final Duration LEASE = Duration.ofSeconds(20);

  static final Duration HEARTBEAT = Duration.ofSeconds(5);

  /** After trouble every owner gets time for a heartbeat before it is taken for dead. */
  private static final Duration GRACE = HEARTBEAT.multipliedBy(2);

  private static final Logger log = LoggerFactory.getLogger(LeaseKeeper.class);

  private final QueueTable table;
  private final Journal journal;
  private final TransactionOperations transaction;
  private final Clock clock;
  private final Counter recoveries;
  private final ScheduledExecutorService heart =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofVirtual().name("lease-heartbeat").factory());
  private final Map<RunId, Lease> held = new ConcurrentHashMap<>();
  private final List<Consumer<RunId>> lossListeners = new CopyOnWriteArrayList<>();
  private volatile Instant lastBeat;
  private volatile Instant judgeFrom = Instant.MIN;

  LeaseKeeper(
      QueueTable table,
      Journal journal,
      TransactionOperations transaction,
      Clock clock,
      MeterRegistry meters) {
    this.table = table;
    this.recoveries =
        Counter.builder("outlast.run.recoveries")
            .description("Runs that were taken back from a process that is gone")
            .register(meters);
    this.journal = journal;
    this.transaction = transaction;
    this.clock = clock;
    this.lastBeat = clock.instant();
  }

  void start() {
    heart.scheduleWithFixedDelay(
        this::tryToBeat, HEARTBEAT.toMillis(), HEARTBEAT.toMillis(), TimeUnit.MILLISECONDS);
  }

  void stop() {
    heart.shutdownNow();
  }

  void keep(Lease lease) {
    held.put(lease.id(), lease);
  }

  void forget(Lease lease) {
    held.remove(lease.id(), lease);
  }

  /** Hears of runs that are another's although this process has not let go; must not block. */
  void onLost(Consumer<RunId> listener) {
    lossListeners.add(listener);
  }

  private void tryToBeat() {
    try {
      beat();
    } catch (RuntimeException e) {
      log.warn(
          "No heartbeat for {} run(s); without one for {} another process takes them over: {}",
          held.size(),
          LEASE,
          e.toString());
    }
  }

  void beat() {
    Map<RunId, Lease> mine = Map.copyOf(held);
    Set<RunId> still =
        mine.isEmpty()
            ? Set.of()
            // The time is taken once a connection is there: waiting for one may take long.
            : Objects.requireNonNull(
                transaction.execute(status -> table.prolong(mine.keySet(), clock.instant())));
    Instant now = clock.instant();
    if (now.isAfter(lastBeat.plus(GRACE))) {
      // This process stood still, or the database was gone: then others may have been silent, too.
      judgeFrom = now.plus(GRACE);
    }
    lastBeat = now;
    mine.values().stream()
        .filter(lease -> !still.contains(lease.id()) && holds(lease))
        .forEach(this::lost);
  }

  /** Gives runs back whose owners are silent; returns how many. */
  int revive() {
    Instant now = clock.instant();
    return now.isBefore(judgeFrom) || now.isAfter(lastBeat.plus(GRACE))
        ? 0
        : revive(now.minus(LEASE));
  }

  /** For a process that has the database to itself: whoever held a lease before it is dead. */
  int reviveAll() {
    return revive(clock.instant());
  }

  private int revive(Instant silentSince) {
    List<RunId> revived = new ArrayList<>();
    for (Lease lease : table.silentSince(silentSince)) {
      if (!holds(lease) && reviveUnlessBusy(lease)) {
        revived.add(lease.id());
      }
    }
    if (!revived.isEmpty()) {
      log.warn(
          "The owner of {} run(s) is gone; they wait for another: {}", revived.size(), revived);
    }
    return revived.size();
  }

  /** One whose late owner is about to end it holds up no other; the next look decides. */
  private boolean reviveUnlessBusy(Lease lease) {
    try {
      return revive(lease);
    } catch (ConcurrencyFailureException | QueryTimeoutException e) {
      log.debug("{} is written by its late owner at this moment", lease.id(), e);
      return false;
    }
  }

  private boolean revive(Lease lease) {
    return Boolean.TRUE.equals(
        transaction.execute(status -> {
          boolean freed = table.free(lease);
          if (freed) {
            takeBack(lease.id());
          }
          return freed;
        }));
  }

  /** Notes, in the caller's transaction, that a run's owner is gone; says whether it had one. */
  boolean takeBack(RunId id) {
    boolean taken = journal.takeBack(id);
    if (taken) {
      countAfterCommit();
    }
    return taken;
  }

  /** What is rolled back may be done again. */
  private void countAfterCommit() {
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            recoveries.increment();
          }
        });
  }

  private boolean holds(Lease lease) {
    return lease.equals(held.get(lease.id()));
  }

  private void lost(Lease lease) {
    log.warn("{} is owned by another process now; this one lets it go", lease.id());
    lossListeners.forEach(listener -> listener.accept(lease.id()));
  }
}

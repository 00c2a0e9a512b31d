package io.outlast.api;

import io.outlast.journal.Journal;
import io.outlast.journal.JournalTail;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Waits for the ends of runs. An end that this process writes is noticed at once; for those of
 * others one query looks after all runs that are waited for. Thread-safe.
 */
@Component
final class RunWaiting implements SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(RunWaiting.class);

  private static final Duration LONGEST = Duration.ofMinutes(10);

  /** How soon an end that another process wrote is noticed. */
  private static final Duration LOOK = Duration.ofMillis(200);

  private static final int MOST_IN_ONE_QUERY = 500;

  private final Journal journal;
  private final JournalTail tail;
  private final Set<Waiter> waiters = ConcurrentHashMap.newKeySet();
  private volatile @Nullable ScheduledExecutorService looking;

  /** Somebody who waits; cancelled when the run as it is now has to be read. */
  private record Waiter(RunId id, CompletableFuture<Run> end) {}

  RunWaiting(Journal journal, JournalTail tail) {
    this.journal = journal;
    this.tail = tail;
  }

  /**
   * Blocks until the run has ended, the time, ten minutes at most, is over, or this process stops;
   * gives the run as it is then.
   */
  Run await(String id, Duration timeout) throws InterruptedException {
    // Listens before the first look, so that an end in between is not missed.
    Waiter waiter = new Waiter(new RunId(id), tail.end(new RunId(id)));
    waiters.add(waiter);
    try {
      Run run = Runs.find(journal, id);
      if (run.status().isTerminal() || !timeout.isPositive() || !isRunning()) {
        return run;
      }
      Duration bounded = timeout.compareTo(LONGEST) > 0 ? LONGEST : timeout;
      return waiter.end().get(bounded.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException | CancellationException e) {
      return Runs.find(journal, id);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } finally {
      waiters.remove(waiter);
      waiter.end().cancel(false);
    }
  }

  /** How many wait. */
  int size() {
    return waiters.size();
  }

  private void look() {
    List<Waiter> all = new ArrayList<>(waiters);
    try {
      for (int from = 0; from < all.size(); from += MOST_IN_ONE_QUERY) {
        look(all.subList(from, Math.min(all.size(), from + MOST_IN_ONE_QUERY)));
      }
    } catch (RuntimeException e) {
      log.debug("Runs that are waited for could not be looked at; the next look is due", e);
    }
  }

  private void look(List<Waiter> some) {
    Set<RunId> active = journal.active(some.stream().map(Waiter::id).distinct().toList());
    some.stream()
        .filter(waiter -> !active.contains(waiter.id()))
        .forEach(waiter -> waiter.end().cancel(false));
  }

  @Override
  public void start() {
    ScheduledExecutorService every =
        Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("ends").factory());
    every.scheduleWithFixedDelay(
        this::look, LOOK.toMillis(), LOOK.toMillis(), TimeUnit.MILLISECONDS);
    looking = every;
  }

  /** Waiters are answered, so that the web server's stop need not wait for them. */
  @Override
  public void stop() {
    ScheduledExecutorService every = looking;
    looking = null;
    if (every != null) {
      every.shutdownNow();
    }
    waiters.forEach(waiter -> waiter.end().cancel(false));
  }

  @Override
  public boolean isRunning() {
    return looking != null;
  }

  /** After the runs are drained, with the streams. */
  @Override
  public int getPhase() {
    return RunFeeds.PHASE;
  }
}

package io.outlast.worker;

import io.outlast.control.CancelReason;
import io.outlast.control.Deadline;
import io.outlast.journal.Journal;
import io.outlast.queue.RunQueue;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.TransactionException;

/**
 * Takes runs from the queue while there is a free place, and runs each on a virtual thread of its
 * own. Thread-safe.
 */
public final class RunWorker {

  private static final Logger log = LoggerFactory.getLogger(RunWorker.class);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(500);
  private static final Duration AFTER_TROUBLE = Duration.ofSeconds(1);

  private final RunQueue queue;
  private final Journal journal;
  private final RunExecutor executor;
  private final Owner owner;
  private final Semaphore places;
  private final Semaphore idle = new Semaphore(0);
  private final Map<RunId, ActiveRun> active = new ConcurrentHashMap<>();
  private volatile boolean accepting;
  private volatile @Nullable Thread dispatcher;

  RunWorker(RunQueue queue, Journal journal, RunExecutor executor, Owner owner, int concurrency) {
    this.queue = queue;
    this.journal = journal;
    this.executor = executor;
    this.owner = owner;
    this.places = new Semaphore(concurrency, true);
    queue.onCancel(id -> stop(id, CancelReason.USER));
  }

  /** Begins to take runs from the queue. */
  void start() {
    accepting = true;
    dispatcher = Thread.ofVirtual().name("run-dispatcher").start(this::dispatch);
  }

  /**
   * Hands every run over: at its next step boundary within {@code patience}, then at once. Blocks
   * until all are handed over or the second patience is over.
   */
  void drain(Duration patience) {
    accepting = false;
    Thread running = dispatcher;
    if (running != null) {
      running.interrupt();
    }
    active.values().forEach(ActiveRun::stopAtBoundary);
    if (!awaitIdle(patience)) {
      log.info(
          "{} run(s) are still in a step; they are interrupted and handed over", active.size());
      active.values().forEach(run -> run.cancel(CancelReason.DRAIN));
      if (!awaitIdle(Duration.ofSeconds(4))) {
        log.warn(
            "{} run(s) did not let go; they are revived when their leases run out", active.size());
      }
    }
  }

  /** Runs this run here and now, whatever waits before it. Blocks until it is over. */
  public void runNow(RunId id) {
    executor.awaitPrepared();
    journal.claim(id, owner.name(), RunQueue.LEASE).ifPresent(this::run);
  }

  public int activeRuns() {
    return active.size();
  }

  @Scheduled(fixedDelayString = "PT5S", initialDelayString = "PT5S")
  void heartbeat() {
    if (!active.isEmpty()) {
      journal.heartbeat(owner.name(), RunQueue.LEASE);
    }
  }

  /** Hears of cancel requests that came through other processes. */
  @Scheduled(fixedDelayString = "PT0.5S", initialDelayString = "PT0.5S")
  void hearCancels() {
    if (!active.isEmpty()) {
      journal.cancelRequested(owner.name()).forEach(id -> stop(id, CancelReason.USER));
    }
  }

  private void dispatch() {
    executor.awaitPrepared();
    while (accepting) {
      try {
        places.acquire();
        Optional<Run> next = claim();
        if (next.isPresent()) {
          Thread.ofVirtual().name("run-" + next.get().id()).start(() -> runInPlace(next.get()));
        } else {
          places.release();
          queue.awaitWork(LOOK_AGAIN);
        }
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private Optional<Run> claim() throws InterruptedException {
    try {
      return queue.claim(owner.name());
    } catch (DataAccessException | TransactionException e) {
      log.error("The queue cannot be read; no run is started until it can: {}", e.getMessage());
      queue.awaitWork(AFTER_TROUBLE);
      return Optional.empty();
    }
  }

  private void runInPlace(Run run) {
    try {
      run(run);
    } finally {
      places.release();
    }
  }

  private void run(Run run) {
    ActiveRun mine = new ActiveRun(run);
    active.put(run.id(), mine);
    // A drain that began between claim and put has not seen this run.
    if (dispatcher != null && !accepting) {
      mine.stopAtBoundary();
    }
    try {
      executor.execute(mine);
    } finally {
      active.remove(run.id());
      idle.release();
    }
  }

  /** Each run that ends leaves a permit; they only wake the waiting drain. */
  private boolean awaitIdle(Duration patience) {
    Deadline until = Deadline.after(patience);
    try {
      while (!active.isEmpty() && !until.isExpired()) {
        if (idle.tryAcquire(until.remaining(TimeUnit.MILLISECONDS), TimeUnit.MILLISECONDS)) {
          idle.drainPermits();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return active.isEmpty();
  }

  private void stop(RunId id, CancelReason reason) {
    ActiveRun run = active.get(id);
    if (run != null) {
      run.cancel(reason);
    }
  }
}

package io.outlast.worker;

import io.outlast.control.CancelReason;
import io.outlast.control.Deadline;
import io.outlast.journal.Journal;
import io.outlast.queue.Left;
import io.outlast.queue.Owner;
import io.outlast.queue.RunPickup;
import io.outlast.queue.RunQueue;
import io.outlast.queue.RunWork;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;

/** Works on the runs that are picked from the queue, and hands them over when told. Thread-safe. */
public final class RunWorker {

  private static final Logger log = LoggerFactory.getLogger(RunWorker.class);

  /** For cancelled calls to end; their servers are told meanwhile. */
  private static final Duration LETTING_GO = Duration.ofSeconds(2);

  private final RunQueue queue;
  private final RunPickup pickup;
  private final Journal journal;
  private final RunExecutor executor;
  private final Owner owner;
  private final Semaphore idle = new Semaphore(0);
  private final Map<RunId, ActiveRun> active = new ConcurrentHashMap<>();
  private volatile boolean draining;

  RunWorker(RunQueue queue, RunPickup pickup, Journal journal, RunExecutor executor, Owner owner) {
    this.queue = queue;
    this.pickup = pickup;
    this.journal = journal;
    this.executor = executor;
    this.owner = owner;
    queue.onCancel(id -> stop(id, CancelReason.USER));
    pickup.onLost(id -> stop(id, CancelReason.LEASE_LOST));
  }

  /** Begins to take runs from the queue, so many at once. */
  void start(int places) {
    Thread.ofVirtual()
        .name("worker-start")
        .start(() -> {
          executor.awaitPrepared();
          pickup.start(places, new Work());
        });
  }

  /**
   * Hands every run over: at its next step boundary within {@code patience}, then at once. Blocks
   * until all are handed over or the second patience is over.
   */
  void drain(Duration patience) {
    draining = true;
    queue.close();
    pickup.pause();
    active.values().forEach(ActiveRun::stopAtBoundary);
    if (!awaitIdle(patience)) {
      log.info(
          "{} run(s) are still in a step; they are interrupted and handed over", active.size());
      active.values().forEach(run -> run.cancel(CancelReason.DRAIN));
      if (!awaitIdle(LETTING_GO)) {
        log.warn(
            "{} run(s) did not let go; they are revived when their leases run out", active.size());
      }
    }
    pickup.stop();
  }

  /** Runs this run here and now, whatever waits before it. Blocks until it is over. */
  public void runNow(RunId id) {
    executor.awaitPrepared();
    pickup.runNow(id, this::work);
  }

  public int activeRuns() {
    return active.size();
  }

  /**
   * Hears of cancel requests that came through other processes, or through this one between the
   * claim of the run and its first step.
   */
  @Scheduled(fixedDelayString = "PT0.5S", initialDelayString = "PT0.5S")
  void hearCancels() {
    if (!active.isEmpty()) {
      journal.cancelRequested(owner.name()).forEach(id -> stop(id, CancelReason.USER));
    }
  }

  /**
   * What is picked obeys the limit of its agent; what somebody waits for at a terminal does not.
   */
  private final class Work implements RunWork {
    @Override
    public Left run(Run run, Runnable leave) {
      return work(run, leave);
    }

    @Override
    public int mostAtOnce(String agent) {
      return executor.mostAtOnce(agent);
    }
  }

  private Left work(Run run, Runnable leave) {
    ActiveRun mine = new ActiveRun(run, leave);
    active.put(run.id(), mine);
    // A drain that began between claim and put has not seen this run.
    if (draining) {
      mine.stopAtBoundary();
    }
    try {
      return executor.execute(mine);
    } finally {
      active.remove(run.id(), mine);
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

package io.outlast.queue;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.ExecutionContext;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.CustomTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.outlast.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Picks runs from the queue while there is a free place, and has each worked on, on a virtual
 * thread of its own. Thread-safe.
 */
public final class RunPickup {

  private static final Duration AFTER_TROUBLE = Duration.ofSeconds(1);

  /** Heartbeats are {@link LeaseKeeper}'s; db-scheduler has to have a rhythm of its own, too. */
  private static final Duration NO_HEARTBEAT = Duration.ofDays(1);

  private final DataSource database;
  private final QueueDialect dialect;
  private final Owner owner;
  private final LeasedRuns runs;
  private final Duration lookAgain;
  private final AtomicInteger free = new AtomicInteger();
  private volatile @Nullable Scheduler scheduler;
  private volatile boolean paused;

  /**
   * @param lookAgain how late a run may start that becomes due by the clock, or is freed by another
   *     process
   */
  RunPickup(
      DataSource database, QueueDialect dialect, Owner owner, LeasedRuns runs, Duration lookAgain) {
    this.database = database;
    this.dialect = dialect;
    this.owner = owner;
    this.runs = runs;
    this.lookAgain = lookAgain;
  }

  /**
   * Begins to pick runs; does nothing after {@link #pause}.
   *
   * @param places runs under way at once
   */
  public void start(int places, RunWork work) {
    if (dialect.alone()) {
      runs.reviveAll();
    }
    Scheduler picking = build(places, work);
    free.set(places);
    scheduler = picking;
    if (paused) {
      picking.pause();
    }
    picking.start();
  }

  /** Picks no more; what is under way goes on. */
  public void pause() {
    paused = true;
    Scheduler picking = scheduler;
    if (picking != null) {
      picking.pause();
    }
  }

  /** Interrupts what has not let go. */
  public void stop() {
    Scheduler picking = scheduler;
    if (picking != null) {
      picking.stop();
    }
  }

  /** Has this run worked on, whatever waits before it; not if another process has it. Blocks. */
  public void runNow(RunId id, RunWork work) {
    runs.take(id).ifPresent(lease -> runs.serve(lease, work));
  }

  /** Hears of runs that another process took over; must not block. */
  public void onLost(Consumer<RunId> listener) {
    runs.onLost(listener);
  }

  /** Looks at once rather than after a while. */
  void look() {
    Scheduler picking = scheduler;
    if (picking != null && !paused) {
      picking.triggerCheckForDueExecutions();
    }
  }

  /** Whether a run that becomes due now is picked at once, unless others come before it. */
  boolean hasRoom() {
    return free.get() > 0 && !paused;
  }

  private Scheduler build(int places, RunWork work) {
    return Scheduler.create(database, task(work))
        .tableName(QueueTable.NAME)
        .schedulerName(new SchedulerName.Fixed(owner.name()))
        .jdbcCustomization(dialect.sql())
        .enablePriority()
        .threads(places)
        // Looks again as soon as one place is free, and takes no more than are free.
        .pollUsingLockAndFetch((places - 0.5) / places, 1.0)
        .pollingInterval(lookAgain)
        .heartbeatInterval(NO_HEARTBEAT)
        .executorService(Executors.newThreadPerTaskExecutor(Thread.ofVirtual().factory()))
        .dueExecutor(
            Executors.newSingleThreadExecutor(Thread.ofVirtual().name("run-dispatcher").factory()))
        .housekeeperExecutor(
            Executors.newSingleThreadScheduledExecutor(
                Thread.ofVirtual().name("run-housekeeper").factory()))
        .shutdownMaxWait(Duration.ofMillis(500))
        .build();
  }

  private CustomTask<Void> task(RunWork work) {
    return Tasks.custom(QueueTable.TASK, Void.class)
        // Most likely the database is gone; should this fail, too, the lease runs out.
        .onFailure((complete, then) -> then.reschedule(complete, Instant.now().plus(AFTER_TROUBLE)))
        .onDeadExecution((complete, then) -> {})
        .execute((instance, context) -> pick(instance, context, work));
  }

  private CompletionHandler<Void> pick(
      TaskInstance<Void> instance, ExecutionContext context, RunWork work) {
    Lease lease = new Lease(new RunId(instance.getId()), context.getExecution().version);
    Thread.currentThread().setName("run-" + lease.id());
    free.decrementAndGet();
    try {
      if (paused) {
        runs.settle(lease, Left.HANDED_BACK);
      } else if (runs.serve(lease, work)) {
        look();
      }
    } finally {
      free.incrementAndGet();
    }
    // The lease is settled: the row is no longer what db-scheduler saw.
    return (complete, then) -> {};
  }
}

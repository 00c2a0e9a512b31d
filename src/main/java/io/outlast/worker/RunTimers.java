package io.outlast.worker;

import io.outlast.agent.RunLog;
import io.outlast.control.CancelReason;
import io.outlast.control.CancelSignal;
import io.outlast.run.Run;
import io.outlast.run.RunEvent;
import io.outlast.telemetry.LogWords;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The timers of one start of a run: its end, and the warning at four fifths of its time. */
final class RunTimers implements AutoCloseable {

  private static final double WARN_AT = 0.8;
  private static final ScheduledThreadPoolExecutor TIMER = timer();

  private final List<Future<?>> scheduled = new ArrayList<>();

  private RunTimers() {}

  static RunTimers start(Run run, CancelSignal cancel, RunLog log, Instant now) {
    RunTimers timers = new RunTimers();
    Instant deadline = run.deadlineAt();
    if (deadline == null) {
      return timers;
    }
    timers.at(now, deadline, () -> cancel.cancel(CancelReason.RUN_TIMEOUT));
    Instant warning = warningAt(run);
    if (warning != null && now.isBefore(warning)) {
      timers.at(now, warning, () -> log.note(warning(run)));
    }
    return timers;
  }

  @Override
  public void close() {
    scheduled.forEach(timer -> timer.cancel(false));
  }

  private void at(Instant now, Instant when, Runnable task) {
    long nanos = Math.max(0, Duration.between(now, when).toNanos());
    scheduled.add(TIMER.schedule(LogWords.carrying(task), nanos, TimeUnit.NANOSECONDS));
  }

  private static @Nullable Instant warningAt(Run run) {
    Duration limit = run.limits().runTimeout().value();
    Instant started = run.startedAt();
    return started == null ? null : started.plusNanos((long) (limit.toNanos() * WARN_AT));
  }

  private static RunEvent warning(Run run) {
    return new RunEvent.BudgetWarning(
        "run_time",
        WARN_AT,
        "Four fifths of the run's time of " + run.limits().runTimeout().value() + " are used up");
  }

  private static ScheduledThreadPoolExecutor timer() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("run-timer").factory());
    timer.setRemoveOnCancelPolicy(true);
    return timer;
  }
}

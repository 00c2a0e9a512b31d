package io.outlast.queue;

import com.github.kagkarlsson.scheduler.ScheduledExecutionsFilter;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceCurrentlyExecutingException;
import com.github.kagkarlsson.scheduler.exceptions.TaskInstanceNotFoundException;
import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.ExecutionContext;
import com.github.kagkarlsson.scheduler.task.FailureHandler;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.TaskDescriptor;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Names that fire by the clock. Each has one next instant, kept in the database, so that it fires
 * in one process only and a restart forgets none. Thread-safe; blocks on the database.
 */
public final class Schedules {

  private static final TaskDescriptor<Void> TASK = TaskDescriptor.of("schedule");
  private static final Duration AFTER_TROUBLE = Duration.ofSeconds(10);

  /** Does what is due. Called on a job's thread; an exception has it called again a little later. */
  public interface Timetable {

    /**
     * @param due when it was due; now, or long ago when no process was there
     * @return when it is due next; empty for never again
     */
    Optional<Instant> fire(String name, Instant due);
  }

  private final SchedulerClient client;

  Schedules(SchedulerClient client) {
    this.client = client;
  }

  /** Has the name fire next at this instant; one that is firing just now decides for itself. */
  public void plan(String name, Instant next) {
    TaskInstance<Void> instance = TASK.instance(name).build();
    try {
      if (!client.scheduleIfNotExists(instance, next)) {
        client.reschedule(instance, next);
      }
    } catch (TaskInstanceCurrentlyExecutingException | TaskInstanceNotFoundException meanwhile) {
      // It fires just now and works out its next instant itself, or another process forgot it.
    }
  }

  /** The name fires no more. */
  public void forget(String name) {
    try {
      client.cancel(TASK.instance(name).build());
    } catch (TaskInstanceCurrentlyExecutingException | TaskInstanceNotFoundException meanwhile) {
      // It fires just now and will find nothing to fire for, or it is gone already.
    }
  }

  /** When each name is due. */
  public Map<String, Instant> planned() {
    Map<String, Instant> planned = new HashMap<>();
    client.fetchScheduledExecutionsForTask(
        TASK.getTaskName(),
        Void.class,
        ScheduledExecutionsFilter.all(),
        execution ->
            planned.put(execution.getTaskInstance().getId(), execution.getExecutionTime()));
    return planned;
  }

  static Task<Void> task(Supplier<Timetable> timetable) {
    return Tasks.custom(TASK)
        .onFailure(new FailureHandler.OnFailureRetryLater<>(AFTER_TROUBLE))
        .onDeadExecutionRevive()
        .execute((instance, context) -> fire(timetable.get(), instance, context));
  }

  private static CompletionHandler<Void> fire(
      Timetable timetable, TaskInstance<Void> instance, ExecutionContext context) {
    Optional<Instant> next =
        timetable.fire(instance.getId(), context.getExecution().getExecutionTime());
    return (complete, operations) ->
        next.ifPresentOrElse(
            instant -> operations.reschedule(complete, instant), operations::remove);
  }
}

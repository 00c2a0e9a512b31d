package io.outlast.schedule;

import io.outlast.agent.AgentSpec;
import io.outlast.agent.RunRequests;
import io.outlast.journal.Journal;
import io.outlast.journal.RunFilter;
import io.outlast.queue.RunQueue;
import io.outlast.run.NewRun;
import io.outlast.run.Run;
import io.outlast.run.RunStatus;
import io.outlast.settings.LimitOverrides;
import io.outlast.settings.Limits;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Starts the runs of schedules. Thread-safe; blocks on the database. */
final class ScheduledRuns {

  private static final int MANY = 200;

  private final RunQueue queue;
  private final Journal journal;
  private final Limits limits;

  ScheduledRuns(RunQueue queue, Journal journal, Limits limits) {
    this.queue = queue;
    this.journal = journal;
    this.limits = limits;
  }

  /**
   * The run of this instant.
   *
   * @param within is called in the same transaction
   */
  Run start(AgentSpec agent, AgentSpec.Schedule schedule, Instant due, Consumer<Run> within) {
    return queue.submit(request(agent, schedule, due.toString()), within);
  }

  /**
   * A run by hand, whatever the schedule says.
   *
   * @param within is called in the same transaction
   */
  Run startNow(AgentSpec agent, AgentSpec.Schedule schedule, Consumer<Run> within) {
    return queue.submit(request(agent, schedule, "by hand"), within);
  }

  private NewRun request(AgentSpec agent, AgentSpec.Schedule schedule, String label) {
    NewRun run = RunRequests.prepare(agent, schedule.input(), LimitOverrides.NONE, "{}", limits);
    return RunRequests.with(run, Map.of(AgentSchedules.LABEL, label), null);
  }

  /** Whether a run that a schedule of this agent started has not ended. */
  boolean anyActive(String agent) {
    return Stream.of(RunStatus.QUEUED, RunStatus.RUNNING)
        .flatMap(status ->
            journal.list(new RunFilter(status, agent, null, null, Map.of(), null), MANY).stream())
        .anyMatch(run -> run.metadata().containsKey(AgentSchedules.LABEL));
  }
}

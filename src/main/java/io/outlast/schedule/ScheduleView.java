package io.outlast.schedule;

import io.outlast.agent.AgentSpec;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An agent's schedule as it is shown.
 *
 * @param nextFireAt when it is due next; null while a first instant is being planned
 * @param lastFireAt when the last run that it started by itself was due
 */
public record ScheduleView(
    String agent,
    String cron,
    String zone,
    String input,
    String missed,
    boolean overlap,
    boolean paused,
    @Nullable Instant nextFireAt,
    @Nullable Instant lastFireAt,
    @Nullable String lastRunId) {

  static ScheduleView of(AgentSpec agent, ScheduleRows.Past past, @Nullable Instant next) {
    AgentSpec.Schedule schedule = Objects.requireNonNull(agent.schedule());
    return new ScheduleView(
        agent.name(),
        schedule.cron(),
        schedule.zone(),
        schedule.input(),
        schedule.missed().name().toLowerCase(java.util.Locale.ROOT),
        schedule.overlap(),
        past.paused(),
        next,
        past.lastFireAt(),
        past.lastRun() == null ? null : past.lastRun().value());
  }
}

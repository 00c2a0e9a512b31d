package io.outlast.schedule;

import io.outlast.agent.AgentSpec;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An agent's schedule as it is shown.
 *
 * @param nextFireAt when it is due next; null while it is paused or a first instant is being
 *     planned
 * @param upcoming the next instant and some after it
 * @param lastFireAt when the last run that it started by itself was due
 * @param lastRunId its latest run, started by itself or by hand
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
    List<Instant> upcoming,
    @Nullable Instant lastFireAt,
    @Nullable String lastRunId) {

  private static final int SOME = 3;

  static ScheduleView of(AgentSpec agent, ScheduleRows.Past past, @Nullable Instant planned) {
    AgentSpec.Schedule schedule = Objects.requireNonNull(agent.schedule());
    Instant next = past.paused() ? null : planned;
    return new ScheduleView(
        agent.name(),
        schedule.cron(),
        schedule.zone(),
        schedule.input(),
        schedule.missed().name().toLowerCase(java.util.Locale.ROOT),
        schedule.overlap(),
        past.paused(),
        next,
        next == null ? List.of() : from(next, new CronTimes(schedule)),
        past.lastFireAt(),
        past.lastRun() == null ? null : past.lastRun().value());
  }

  private static List<Instant> from(Instant first, CronTimes times) {
    return Stream.iterate(
            Optional.of(first), Optional::isPresent, before -> before.flatMap(times::next))
        .flatMap(Optional::stream)
        .limit(SOME)
        .toList();
  }
}

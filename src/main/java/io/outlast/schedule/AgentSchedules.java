package io.outlast.schedule;

import io.outlast.agent.AgentCatalog;
import io.outlast.agent.AgentSpec;
import io.outlast.queue.Schedules;
import io.outlast.run.Run;
import io.outlast.schedule.ScheduleRows.Past;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The schedules of agents: each due instant starts one run, whichever process sees it. What was
 * missed while no process was there is skipped or made up for once, as the agent says. Thread-safe;
 * blocks on the database.
 */
public final class AgentSchedules implements Schedules.Timetable {

  /** Metadata of a run that a schedule started: the instant it was due. */
  public static final String LABEL = "schedule";

  private static final Logger log = LoggerFactory.getLogger(AgentSchedules.class);

  /** Later than this an instant counts as missed. */
  private static final Duration LATE = Duration.ofSeconds(30);

  private final AgentCatalog agents;
  private final Schedules schedules;
  private final ScheduleRows rows;
  private final ScheduledRuns runs;
  private final Clock clock;
  private Map<String, AgentSpec.Schedule> planned = Map.of();

  AgentSchedules(
      AgentCatalog agents,
      Schedules schedules,
      ScheduleRows rows,
      ScheduledRuns runs,
      Clock clock) {
    this.agents = agents;
    this.schedules = schedules;
    this.rows = rows;
    this.runs = runs;
    this.clock = clock;
  }

  /** Every schedule by its agent's name. */
  public List<ScheduleView> list() {
    Map<String, Instant> next = schedules.planned();
    Map<String, Past> past = rows.all();
    return agents.list().stream()
        .map(AgentCatalog.Entry::spec)
        .filter(spec -> spec.schedule() != null)
        .map(spec ->
            ScheduleView.of(
                spec, past.getOrDefault(spec.name(), ScheduleRows.NONE), next.get(spec.name())))
        .toList();
  }

  public Optional<ScheduleView> find(String agent) {
    return list().stream().filter(view -> view.agent().equals(agent)).findFirst();
  }

  /** Starts a run of the schedule now, also while it is paused; empty without a schedule. */
  public Optional<Run> runNow(String agent) {
    return agents
        .find(agent)
        .map(AgentCatalog.Entry::spec)
        .flatMap(spec ->
            Optional.ofNullable(spec.schedule())
                .map(schedule ->
                    runs.startNow(
                        spec, schedule, started -> rows.startedByHand(agent, started.id()))));
  }

  /** Starts no run by itself any more; instants that pass meanwhile are not made up for. */
  public Optional<ScheduleView> pause(String agent) {
    return paused(agent, true);
  }

  public Optional<ScheduleView> resume(String agent) {
    return paused(agent, false);
  }

  private Optional<ScheduleView> paused(String agent, boolean paused) {
    if (find(agent).isPresent()) {
      rows.pause(agent, paused);
    }
    return find(agent);
  }

  @Override
  public Optional<Instant> fire(String agent, Instant due) {
    AgentSpec spec = agents.find(agent).map(AgentCatalog.Entry::spec).orElse(null);
    AgentSpec.Schedule schedule = spec == null ? null : spec.schedule();
    if (spec == null || schedule == null) {
      return Optional.empty();
    }
    Instant now = clock.instant();
    CronTimes times = new CronTimes(schedule);
    String reason = whyNot(spec, schedule, times, due, now);
    if (reason == null) {
      // What is started is noted with it: a fire that is repeated after a crash finds that out.
      Run run = runs.start(spec, schedule, due, started -> rows.fired(agent, due, started.id()));
      log.info("The schedule of {} started {}, due {}", agent, run.id(), due);
    } else {
      log.info("The schedule of {} starts no run for {}: {}", agent, due, reason);
    }
    return next(times, due, now);
  }

  /** Instants that passed while this one was fired are not missed, only late. */
  private static Optional<Instant> next(CronTimes times, Instant due, Instant now) {
    Optional<Instant> following = times.next(due);
    return following.filter(next -> next.isBefore(now.minus(LATE))).isPresent()
        ? times.next(now)
        : following;
  }

  private @Nullable String whyNot(
      AgentSpec spec, AgentSpec.Schedule schedule, CronTimes times, Instant due, Instant now) {
    Past past = rows.of(spec.name());
    if (past.paused()) {
      return "it is paused";
    }
    if (past.lastFireAt() != null
        && times.next(past.lastFireAt()).filter(next -> !next.isAfter(due)).isEmpty()) {
      return "it has started a run for that already";
    }
    if (schedule.missed() == AgentSpec.Missed.SKIP && now.isAfter(due.plus(LATE))) {
      return "it was missed, and missed is skip";
    }
    if (!schedule.overlap() && runs.anyActive(spec.name())) {
      return "the run before has not ended";
    }
    return null;
  }

  /**
   * Plans what has changed in the agents' files since the last call. An instant that has passed is
   * left to be fired, or skipped, as missed.
   *
   * @param all plans everything anew, for what another process may have removed
   */
  void plan(boolean all) {
    Map<String, AgentSpec.Schedule> wanted = new TreeMap<>();
    for (AgentCatalog.Entry entry : agents.list()) {
      if (entry.spec().schedule() != null) {
        wanted.put(entry.spec().name(), entry.spec().schedule());
      }
    }
    if (!all && wanted.equals(planned)) {
      return;
    }
    Instant now = clock.instant();
    Map<String, Instant> existing = schedules.planned();
    wanted.forEach((agent, schedule) -> {
      Instant before = existing.get(agent);
      Instant next = new CronTimes(schedule).next(now).orElse(null);
      boolean isDue = before != null && !before.isAfter(now);
      if (next != null && !isDue && !next.equals(before)) {
        schedules.plan(agent, next);
        log.info("The schedule of {} is due next at {}", agent, next);
      }
    });
    existing.keySet().stream()
        .filter(agent -> !wanted.containsKey(agent))
        .forEach(schedules::forget);
    planned = wanted;
  }
}

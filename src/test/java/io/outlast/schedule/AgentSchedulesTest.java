package io.outlast.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.agent.AgentCatalog;
import io.outlast.agent.AgentSpec;
import io.outlast.journal.HandClock;
import io.outlast.journal.Journal;
import io.outlast.journal.JournalTail;
import io.outlast.journal.RunFilter;
import io.outlast.journal.TestJournal;
import io.outlast.queue.RunQueue;
import io.outlast.queue.Schedules;
import io.outlast.queue.TestQueue;
import io.outlast.run.Run;
import io.outlast.settings.LimitOverrides;
import io.outlast.settings.OutlastSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Schedules on a real database; time moves when the test says so. */
@NullUnmarked
class AgentSchedulesTest {

  private static final Instant SIX = Instant.parse("2030-01-01T06:00:00Z");

  private final HandClock clock = new HandClock();
  private final Map<String, AgentSpec> agents = new ConcurrentSkipListMap<>();
  private final DataSource database =
      JdbcConnectionPool.create(
          "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");
  private Journal journal;
  private RunQueue queue;
  private Schedules planned;
  private AgentSchedules schedules;

  @BeforeEach
  void open() {
    journal = TestJournal.on(database, clock, new JournalTail());
    queue = TestQueue.runs(database, journal);
    planned = TestQueue.schedules(database);
    schedules = process();
    agent("0 0 6 * * *", AgentSpec.Missed.SKIP, false);
  }

  @Test
  void anInstantThatPassesWhileTheOneBeforeIsFiredIsNotLost() {
    agent("* * * * * *", AgentSpec.Missed.SKIP, true);
    at(SIX.plusMillis(1200));
    assertThat(schedules.fire("clock", SIX)).contains(SIX.plusSeconds(1));
    assertThat(schedules.fire("clock", SIX.plusSeconds(1))).contains(SIX.plusSeconds(2));
    assertThat(runs()).hasSize(2);
  }

  @Test
  void whatWasDueLongAgoIsNotMadeUpForOneByOne() {
    agent("* * * * * *", AgentSpec.Missed.ONCE, true);
    at(SIX.plusSeconds(3600));
    assertThat(schedules.fire("clock", SIX)).contains(SIX.plusSeconds(3601));
    assertThat(runs()).hasSize(1);
  }

  /** Another process on the same database. */
  private AgentSchedules process() {
    OutlastSettings settings =
        new Binder(
                new MapConfigurationPropertySource(
                    Map.of("outlast.data-dir", System.getProperty("java.io.tmpdir"))))
            .bindOrCreate("outlast", OutlastSettings.class);
    AgentCatalog catalog =
        new AgentCatalog() {
          @Override
          public List<Entry> list() {
            return agents.values().stream().map(spec -> new Entry(spec, List.of())).toList();
          }

          @Override
          public Optional<Entry> find(String name) {
            return Optional.ofNullable(agents.get(name)).map(spec -> new Entry(spec, List.of()));
          }
        };
    return new AgentSchedules(
        catalog,
        planned,
        new ScheduleRows(JdbcClient.create(database)),
        new ScheduledRuns(queue, journal, settings.limits()),
        clock);
  }

  private void agent(String cron, AgentSpec.Missed missed, boolean overlap) {
    AgentSpec.Schedule schedule =
        cron == null ? null : new AgentSpec.Schedule(cron, "UTC", "do it", missed, overlap);
    agents.put(
        "clock",
        new AgentSpec(
            "clock",
            null,
            null,
            List.of(),
            LimitOverrides.NONE,
            null,
            schedule,
            AgentSpec.Queueing.DEFAULT,
            "Prompt",
            "test"));
  }

  private void at(Instant instant) {
    clock.advance(Duration.between(clock.instant(), instant));
  }

  private List<Run> runs() {
    return journal.list(new RunFilter(null, "clock", null, null, Map.of(), null), 100);
  }

  @Test
  void aFireStartsOneRunWithTheSchedulesInputAndNamesTheNextInstant() {
    schedules.plan(false);
    assertThat(planned.planned()).containsEntry("clock", SIX);
    assertThat(schedules.find("clock").orElseThrow().upcoming())
        .containsExactly(SIX, SIX.plus(Duration.ofDays(1)), SIX.plus(Duration.ofDays(2)));
    at(SIX.plusSeconds(1));

    assertThat(schedules.fire("clock", SIX)).contains(SIX.plus(Duration.ofDays(1)));

    assertThat(runs()).hasSize(1);
    assertThat(runs().getFirst().input()).isEqualTo("do it");
    assertThat(runs().getFirst().metadata()).containsEntry("schedule", SIX.toString());
    ScheduleView view = schedules.find("clock").orElseThrow();
    assertThat(view.lastFireAt()).isEqualTo(SIX);
    assertThat(view.lastRunId()).isEqualTo(runs().getFirst().id().value());
  }

  @Test
  void aFireThatIsRepeatedAfterACrashUnderALaterTimeStartsNoSecondRun() {
    agent("0 0 6 * * *", AgentSpec.Missed.SKIP, true);
    at(SIX);
    schedules.fire("clock", SIX);
    queue.cancel(runs().getFirst().id(), null);

    at(SIX.plusSeconds(25));
    process().fire("clock", SIX);
    process().fire("clock", SIX.plusSeconds(25));

    assertThat(runs()).hasSize(1);
    assertThat(schedules.find("clock").orElseThrow().lastFireAt()).isEqualTo(SIX);
  }

  @Test
  void whatWasMissedIsSkippedOrMadeUpForOnceAsTheAgentSays() {
    at(SIX.plus(Duration.ofDays(3)).plusSeconds(60));
    Instant next = SIX.plus(Duration.ofDays(4));

    assertThat(schedules.fire("clock", SIX)).contains(next);
    assertThat(runs()).isEmpty();

    agent("0 0 6 * * *", AgentSpec.Missed.ONCE, false);
    assertThat(schedules.fire("clock", SIX)).contains(next);
    assertThat(runs()).hasSize(1);
  }

  @Test
  void aMissedInstantIsLeftInThePlanForWhoeverComesNext() {
    planned.plan("clock", SIX);
    at(SIX.plus(Duration.ofHours(5)));
    process().plan(false);
    assertThat(planned.planned()).containsEntry("clock", SIX);
  }

  @Test
  void aRunThatHasNotEndedHoldsTheNextOneOffUnlessTheyMayOverlap() {
    at(SIX);
    schedules.fire("clock", SIX);
    Instant next = SIX.plus(Duration.ofDays(1));
    at(next);
    schedules.fire("clock", next);
    assertThat(runs()).hasSize(1);

    agent("0 0 6 * * *", AgentSpec.Missed.SKIP, true);
    schedules.fire("clock", next);
    assertThat(runs()).hasSize(2);
  }

  @Test
  void aPausedScheduleStartsNothingButByHandAndGoesOnWhenItIsResumed() {
    schedules.plan(false);
    schedules.pause("clock");
    assertThat(process().find("clock").orElseThrow().nextFireAt()).isNull();
    assertThat(process().find("clock").orElseThrow().upcoming()).isEmpty();
    at(SIX);
    assertThat(schedules.fire("clock", SIX)).contains(SIX.plus(Duration.ofDays(1)));
    assertThat(runs()).isEmpty();
    assertThat(process().find("clock").orElseThrow().paused()).isTrue();

    assertThat(schedules.runNow("clock")).isPresent();
    assertThat(runs()).hasSize(1);
    queue.cancel(runs().getFirst().id(), null);

    assertThat(schedules.resume("clock").orElseThrow().nextFireAt()).isNotNull();
    Instant next = SIX.plus(Duration.ofDays(1));
    at(next);
    schedules.fire("clock", next);
    assertThat(runs()).hasSize(2);
  }

  @Test
  void aRunByHandIsTheLastRunAndNoFire() {
    agent("0 0 6 * * *", AgentSpec.Missed.SKIP, true);
    at(SIX);
    schedules.fire("clock", SIX);
    Run byHand = schedules.runNow("clock").orElseThrow();

    ScheduleView view = schedules.find("clock").orElseThrow();
    assertThat(view.lastRunId()).isEqualTo(byHand.id().value());
    assertThat(view.lastFireAt()).isEqualTo(SIX);
    Instant next = SIX.plus(Duration.ofDays(1));
    at(next);
    schedules.fire("clock", next);
    assertThat(runs()).hasSize(3);
    assertThat(schedules.find("clock").orElseThrow().lastRunId()).isNotEqualTo(byHand.id().value());
  }

  @Test
  void anEditedScheduleMovesAndARemovedOneIsForgotten() {
    schedules.plan(false);
    agent("0 0 8 * * *", AgentSpec.Missed.SKIP, false);
    schedules.plan(false);
    assertThat(planned.planned()).containsEntry("clock", SIX.plus(Duration.ofHours(2)));

    agent(null, AgentSpec.Missed.SKIP, false);
    schedules.plan(false);
    assertThat(planned.planned()).isEmpty();
    assertThat(schedules.list()).isEmpty();
    assertThat(schedules.fire("clock", SIX)).isEmpty();
    assertThat(schedules.runNow("clock")).isEmpty();
    assertThat(schedules.pause("nobody")).isEmpty();
  }

  @Test
  void whatAnotherProcessRemovedIsPlannedAgain() {
    schedules.plan(false);
    planned.forget("clock");
    schedules.plan(true);
    assertThat(planned.planned()).containsEntry("clock", SIX);
  }
}

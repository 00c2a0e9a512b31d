package io.outlast.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.outlast.journal.JournalTail;
import io.outlast.journal.TestJournal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SchedulesTest {

  private final DataSource database =
      JdbcConnectionPool.create(
          "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");
  private final Instant start = Instant.now().truncatedTo(ChronoUnit.MILLIS);
  private Schedules schedules;

  @BeforeEach
  void migrate() {
    TestJournal.on(database, Clock.systemUTC(), new JournalTail());
    schedules = TestQueue.schedules(database);
  }

  @Test
  void eachInstantFiresOnceThoughSeveralProcessesLook() throws Exception {
    List<Instant> fired = new CopyOnWriteArrayList<>();
    Schedules.Timetable everyFifth =
        (name, due) -> {
          fired.add(due);
          return fired.size() < 8 ? Optional.of(due.plusMillis(200)) : Optional.empty();
        };
    schedules.plan("clock", start);
    try (AutoCloseable one = TestQueue.firing("one", database, everyFifth);
        AutoCloseable two = TestQueue.firing("two", database, everyFifth)) {
      await().atMost(Duration.ofSeconds(20)).until(() -> schedules.planned().isEmpty());
    }
    assertThat(fired).hasSize(8).doesNotHaveDuplicates().isSorted();
    assertThat(fired.getFirst()).isEqualTo(start);
  }

  @Test
  void aNameHasOneNextInstantWhichMovesAndGoes() {
    schedules.plan("clock", start.plusSeconds(60));
    schedules.plan("other", start.plusSeconds(90));
    schedules.plan("clock", start.plusSeconds(30));
    assertThat(schedules.planned())
        .containsEntry("clock", start.plusSeconds(30))
        .containsEntry("other", start.plusSeconds(90));
    schedules.forget("clock");
    schedules.forget("clock");
    assertThat(schedules.planned()).containsOnlyKeys("other");
  }
}

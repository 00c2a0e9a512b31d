package io.outlast.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresQueueTest extends QueueContract {

  EmbeddedPostgres server;
  HikariDataSource database;

  @BeforeAll
  void open() throws IOException {
    server = EmbeddedPostgres.start();
    database = new HikariDataSource();
    database.setJdbcUrl(server.getJdbcUrl("postgres", "postgres"));
    use(database);
  }

  @AfterAll
  void close() throws IOException {
    database.close();
    server.close();
  }

  @Test
  void whatOneProcessSaysAnotherHearsAtOnce() {
    Replica speaking = replica("speaking", Duration.ofHours(1));
    Replica hearing = replica("hearing", Duration.ofHours(1));
    List<RunId> cancelled = new CopyOnWriteArrayList<>();
    AtomicInteger work = new AtomicInteger();
    hearing.queue.onCancel(cancelled::add);
    hearing.queue.onWork(work::incrementAndGet);
    hearing.signals.listen(hearing.queue::wake, hearing.queue::cancelled);
    try {
      // Listening begins with a look of its own.
      await().untilAsserted(() -> assertThat(work).hasValue(1));
      Run run = speaking.queue.submit(newRun(null));
      await().untilAsserted(() -> assertThat(work).hasValue(2));
      speaking.take(
          run,
          claimed -> {
            speaking.queue.cancel(claimed.id(), null);
            return Left.LOST;
          });
      await().untilAsserted(() -> assertThat(cancelled).containsExactly(run.id()));
    } finally {
      hearing.signals.stop();
    }
  }
}

package io.outlast.queue;

import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
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
}

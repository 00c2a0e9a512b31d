package io.outlast.queue;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class H2QueueTest extends QueueContract {

  HikariDataSource database;

  @BeforeAll
  void open(@TempDir Path dir) {
    database = new HikariDataSource();
    database.setJdbcUrl(
        "jdbc:h2:file:" + dir.resolve("outlast") + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE");
    use(database);
  }

  @AfterAll
  void close() {
    database.close();
  }
}

package io.outlast.api;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class BrowserSessionsOnPostgresTest extends BrowserSessionsTest {

  private static EmbeddedPostgres server;

  @BeforeAll
  static void start() throws IOException {
    server = EmbeddedPostgres.start();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @Override
  DataSource database() {
    return server.getPostgresDatabase();
  }
}

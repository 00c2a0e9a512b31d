package io.outlast;

import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/** The databases that Outlast keeps its runs in, each opened once for all tests of a JVM. */
public enum TestDatabase {
  H2(TestDatabase::h2),
  POSTGRES(() -> EmbeddedPostgres.start().getJdbcUrl("postgres", "postgres"));

  private final Callable<String> start;
  private HikariDataSource pool;

  TestDatabase(Callable<String> start) {
    this.start = start;
  }

  /** Open until the end of the JVM; whoever uses it empties what it finds. */
  public synchronized HikariDataSource pool() throws Exception {
    if (pool == null) {
      HikariDataSource opened = new HikariDataSource();
      opened.setJdbcUrl(start.call());
      pool = opened;
    }
    return pool;
  }

  private static String h2() throws IOException {
    Path folder = Files.createTempDirectory("outlast-h2");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
    return "jdbc:h2:file:" + folder.resolve("outlast") + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE";
  }

  private static void remove(Path folder) {
    try {
      H2.pool().close();
      for (File file : folder.toFile().listFiles()) {
        Files.delete(file.toPath());
      }
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}

package io.outlast.bench;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A PostgreSQL of its own, with its commits on disk as in production. */
final class Database implements AutoCloseable {

  private final EmbeddedPostgres postgres;
  private final Path data;

  Database(Path dir) {
    try {
      this.data = Files.createDirectories(dir.resolve("postgres"));
      this.postgres =
          EmbeddedPostgres.builder()
              .setDataDirectory(data)
              .setCleanDataDirectory(true)
              .setServerConfig("fsync", "on")
              .setServerConfig("synchronous_commit", "on")
              .setServerConfig("max_connections", "200")
              .setServerConfig("shared_preload_libraries", "pg_stat_statements")
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String url() {
    return postgres.getJdbcUrl("postgres", "postgres");
  }

  Proc proc() {
    try {
      return new Proc(Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).getFirst().strip()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  long number(String sql) {
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        ResultSet rows = connection.createStatement().executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  void execute(String sql) {
    try (Connection connection = postgres.getPostgresDatabase().getConnection()) {
      connection.createStatement().execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  String table(String sql) {
    StringBuilder text = new StringBuilder();
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        ResultSet rows = connection.createStatement().executeQuery(sql)) {
      while (rows.next()) {
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          text.append(rows.getString(i)).append(i < rows.getMetaData().getColumnCount() ? " | " : "\n");
        }
      }
      return text.toString();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      postgres.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

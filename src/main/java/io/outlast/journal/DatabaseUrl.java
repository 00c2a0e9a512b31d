package io.outlast.journal;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Tells which database it is, without asking a pool's: that one may be away. */
public final class DatabaseUrl {

  private DatabaseUrl() {}

  /** The JDBC URL; blocks only if the data source is no pool and has to be asked. */
  public static String of(DataSource database) {
    return database instanceof HikariDataSource pool ? pool.getJdbcUrl() : ask(database);
  }

  public static boolean isPostgres(String url) {
    return url.startsWith("jdbc:postgresql:");
  }

  private static String ask(DataSource database) {
    try (Connection connection = database.getConnection()) {
      return connection.getMetaData().getURL();
    } catch (SQLException e) {
      throw new IllegalStateException("The database cannot be asked what it is", e);
    }
  }
}

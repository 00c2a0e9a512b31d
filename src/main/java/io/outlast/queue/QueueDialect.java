package io.outlast.queue;

import com.github.kagkarlsson.scheduler.jdbc.DefaultJdbcCustomization;
import com.github.kagkarlsson.scheduler.jdbc.JdbcCustomization;
import com.github.kagkarlsson.scheduler.jdbc.PostgreSqlJdbcCustomization;
import com.github.kagkarlsson.scheduler.jdbc.Queries;
import io.outlast.journal.DatabaseUrl;
import javax.sql.DataSource;

/**
 * What the queue has to know of its database.
 *
 * @param alone whether no other process can have it open
 */
record QueueDialect(JdbcCustomization sql, boolean postgres, boolean alone) {

  /** By its URL: the database may be away, and the doctor wants to say so. */
  static QueueDialect of(DataSource database) {
    String url = DatabaseUrl.of(database);
    return DatabaseUrl.isPostgres(url)
        ? new QueueDialect(new PostgreSqlJdbcCustomization(false, false), true, false)
        : new QueueDialect(new H2(), false, isEmbedded(url));
  }

  private static boolean isEmbedded(String url) {
    return !url.startsWith("jdbc:h2:tcp:")
        && !url.startsWith("jdbc:h2:ssl:")
        && !url.toUpperCase(java.util.Locale.ROOT).contains("AUTO_SERVER=TRUE");
  }

  /**
   * H2 can lock what it fetches, which db-scheduler does not know. Without it each look at the
   * queue would take as many runs as there are places, however many places are taken.
   */
  private static final class H2 extends DefaultJdbcCustomization {

    H2() {
      super(false);
    }

    @Override
    public boolean supportsGenericLockAndFetch() {
      return true;
    }

    @Override
    public String createGenericSelectForUpdateQuery(
        String table, int limit, String condition, boolean byPriority) {
      return "select * from "
          + table
          + " where picked = ? and execution_time <= ? "
          + condition
          + Queries.ansiSqlOrderPart(byPriority)
          + getQueryLimitPart(limit)
          + " for update skip locked";
    }
  }
}

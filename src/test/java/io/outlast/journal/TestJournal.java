package io.outlast.journal;

import java.time.Clock;
import java.util.UUID;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.h2.jdbcx.JdbcConnectionPool;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.json.JsonMapper;

/** A real journal for tests, on a database of its own. */
public final class TestJournal {

  private TestJournal() {}

  /** On a fresh H2 in memory. */
  public static Journal inMemory(JournalTail tail) {
    String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    return on(JdbcConnectionPool.create(url, "sa", ""), Clock.systemUTC(), tail);
  }

  /** On this database, migrated. */
  public static Journal on(DataSource database, Clock clock, JournalTail tail) {
    Flyway.configure().dataSource(database).load().migrate();
    return new JdbcJournal(
        JdbcClient.create(database),
        JournalConfiguration.isPostgres(database),
        transactions(database),
        JsonMapper.builder().build(),
        clock,
        tail);
  }

  /** As the service has them. */
  public static TransactionOperations transactions(DataSource database) {
    return JournalConfiguration.transactionsOn(
        database, new DataSourceTransactionManager(database));
  }
}

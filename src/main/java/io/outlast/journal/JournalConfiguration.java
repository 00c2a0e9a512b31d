package io.outlast.journal;

import java.time.Clock;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

@Configuration(proxyBeanMethods = false)
class JournalConfiguration {

  @Bean
  static PostgresPool postgresPool() {
    return new PostgresPool();
  }

  @Bean
  Clock clock() {
    return Clock.systemUTC();
  }

  @Bean
  JournalTail journalTail() {
    return new JournalTail();
  }

  /** All that is written to runs and their queue goes through this one. */
  @Bean
  TransactionOperations transactions(PlatformTransactionManager manager, DataSource database) {
    return transactionsOn(database, manager);
  }

  /**
   * The stored JSON has a mapper of its own: what users configure for the API must not touch it.
   */
  @Bean
  Journal journal(
      JdbcClient jdbc,
      DataSource database,
      TransactionOperations transaction,
      Clock clock,
      JournalTail tail) {
    return new JdbcJournal(
        jdbc, isPostgres(database), transaction, JsonMapper.builder().build(), clock, tail);
  }

  static TransactionOperations transactionsOn(
      DataSource database, PlatformTransactionManager manager) {
    TransactionTemplate alone = new TransactionTemplate(manager);
    // PostgreSQL commits several at once by itself.
    return isPostgres(database) ? alone : new GroupCommit(alone);
  }

  static boolean isPostgres(DataSource database) {
    return DatabaseUrl.isPostgres(DatabaseUrl.of(database));
  }
}

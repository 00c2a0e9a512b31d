package io.outlast.journal;

import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
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

  /**
   * The stored JSON has a mapper of its own: what users configure for the API must not touch it.
   */
  @Bean
  Journal journal(JdbcClient jdbc, TransactionTemplate transaction, Clock clock, JournalTail tail) {
    return new JdbcJournal(jdbc, transaction, JsonMapper.builder().build(), clock, tail);
  }
}

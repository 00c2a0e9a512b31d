package io.outlast.journal;

import com.zaxxer.hikari.HikariDataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * A connection to PostgreSQL whose other end is gone without a word must not hold a run for ever.
 * Settings in the URL win.
 */
final class PostgresPool implements BeanPostProcessor {

  /** Longer than any statement of ours takes. */
  private static final String SECONDS = "30";

  @Override
  public Object postProcessBeforeInitialization(Object bean, String name) {
    if (bean instanceof HikariDataSource pool && isPostgres(pool.getJdbcUrl())) {
      pool.addDataSourceProperty("socketTimeout", SECONDS);
      pool.addDataSourceProperty("tcpKeepAlive", "true");
    }
    return bean;
  }

  private static boolean isPostgres(@Nullable String url) {
    return url != null && url.startsWith("jdbc:postgresql:");
  }
}

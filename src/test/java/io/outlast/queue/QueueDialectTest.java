package io.outlast.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueueDialectTest {

  private static QueueDialect of(String url) {
    try (HikariDataSource database = new HikariDataSource()) {
      database.setJdbcUrl(url);
      return QueueDialect.of(database);
    }
  }

  @Test
  void aDatabaseThatIsAwayIsKnownAllTheSame() {
    assertThat(of("jdbc:postgresql://127.0.0.1:1/none").postgres()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:h2:file:./data/outlast;WRITE_DELAY=0, true",
    "jdbc:h2:mem:x, true",
    "jdbc:h2:file:./data/outlast;AUTO_SERVER=TRUE, false",
    "jdbc:h2:tcp://127.0.0.1/x, false",
    "jdbc:postgresql://127.0.0.1/x, false"
  })
  void onlyAnEmbeddedDatabaseIsAProcessesOwn(String url, boolean alone) {
    assertThat(of(url).alone()).isEqualTo(alone);
  }
}

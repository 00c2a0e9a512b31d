package io.outlast.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.settings.Maskers;
import java.nio.file.Path;
import java.util.Set;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.mock.env.MockEnvironment;

class DatabaseCheckTest {

  @TempDir Path folder;

  @Test
  void aNewDatabaseHasNoTablesAndGetsNone() {
    DatabaseReport report = check(url("new"));
    assertThat(report.reachable()).isTrue();
    assertThat(report.product()).isEqualTo("H2");
    assertThat(report.migration()).isNull();
    assertThat(report.newestMigration()).matches("[0-9]+");
    assertThat(check(url("new")).migration()).isNull();
  }

  @Test
  void theVersionOfTheTablesIsShown() {
    String url = url("migrated");
    Flyway.configure().dataSource(url, "", "").load().migrate();
    assertThat(check(url).migration()).isEqualTo(newest());
    assertThat(DatabaseFindings.of(check(url))).isEmpty();
  }

  @Test
  void aDatabaseThatCannotBeReachedIsAnError() {
    DatabaseReport report = check("jdbc:postgresql://user:hidden-1@127.0.0.1:1/none");
    assertThat(report.reachable()).isFalse();
    assertThat(report.toString()).doesNotContain("hidden-1");
    assertThat(DatabaseFindings.of(report))
        .singleElement()
        .satisfies(it -> assertThat(it.severity()).isEqualTo(Finding.Severity.ERROR));
  }

  private String url(String name) {
    return "jdbc:h2:file:" + folder.resolve(name);
  }

  private static String newest() {
    return check("jdbc:h2:mem:").newestMigration();
  }

  private static DatabaseReport check(String url) {
    MockEnvironment environment = new MockEnvironment();
    environment.setProperty("spring.datasource.url", url);
    DataSource source = new DriverManagerDataSource(url);
    return new DatabaseCheck(source, environment, Maskers.of(Set.of("hidden-1"))).check();
  }
}

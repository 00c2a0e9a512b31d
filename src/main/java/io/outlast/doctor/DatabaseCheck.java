package io.outlast.doctor;

import io.outlast.journal.DatabaseInUse;
import io.outlast.settings.SecretMasker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** Looks at the database without changing it. Blocks on it. */
final class DatabaseCheck {

  private static final String HISTORY = "flyway_schema_history";
  private static final Pattern MIGRATION = Pattern.compile("V(\\d+)__.*\\.sql");

  private final DataSource source;
  private final String url;
  private final SecretMasker masker;

  DatabaseCheck(DataSource source, Environment environment, SecretMasker masker) {
    this.source = source;
    this.masker = masker;
    this.url =
        masker
            .mask(environment.getProperty("spring.datasource.url", ""))
            .replaceFirst("[;?].*", "");
  }

  DatabaseReport check() {
    String newest = newest();
    try (Connection connection = source.getConnection()) {
      DatabaseMetaData about = connection.getMetaData();
      return new DatabaseReport(
          true,
          false,
          url,
          about.getDatabaseProductName(),
          about.getDatabaseProductVersion(),
          applied(connection, about),
          newest,
          null);
    } catch (SQLException | RuntimeException e) {
      boolean inUse = DatabaseInUse.causes(e);
      String detail = inUse ? DatabaseInUse.DESCRIPTION : masker.mask(reason(e));
      return new DatabaseReport(false, inUse, url, null, null, null, newest, detail);
    }
  }

  private static @Nullable String applied(Connection connection, DatabaseMetaData about)
      throws SQLException {
    try (ResultSet tables = about.getTables(null, null, HISTORY, null)) {
      if (!tables.next()) {
        return null;
      }
    }
    String newestFirst =
        "select \"version\" from \""
            + HISTORY
            + "\" where \"success\" and \"version\" is not null order by \"installed_rank\" desc";
    try (Statement statement = connection.createStatement();
        ResultSet versions = statement.executeQuery(newestFirst)) {
      return versions.next() ? versions.getString(1) : null;
    }
  }

  private static String newest() {
    try {
      Resource[] scripts =
          new PathMatchingResourcePatternResolver().getResources("classpath:db/migration/**/*.sql");
      return Arrays.stream(scripts)
          .map(script -> MIGRATION.matcher(Objects.toString(script.getFilename(), "")))
          .filter(Matcher::matches)
          .map(script -> Integer.valueOf(script.group(1)))
          .max(Comparator.naturalOrder())
          .map(String::valueOf)
          .orElse("none");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String reason(Throwable e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return Objects.toString(root.getMessage(), root.getClass().getSimpleName());
  }
}

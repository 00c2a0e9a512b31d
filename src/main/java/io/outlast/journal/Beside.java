package io.outlast.journal;

import java.util.function.UnaryOperator;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/**
 * What PostgreSQL writes in the statement that writes a run's row, if that wrote something.
 *
 * @param sql further parts of a WITH, each after a comma; they see the row as {@code moved}
 * @param values binds their parameters
 */
record Beside(String sql, UnaryOperator<StatementSpec> values) {

  static final Beside NOTHING = new Beside("", values -> values);

  boolean isNothing() {
    return sql.isEmpty();
  }
}

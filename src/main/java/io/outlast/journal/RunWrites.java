package io.outlast.journal;

import io.outlast.run.RunId;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/**
 * Writes the row of one run together with the events for which it makes room, and gives what the
 * row then holds. Used within a transaction.
 *
 * <p>On PostgreSQL that is one statement: each is a round trip, and the row is locked meanwhile. H2
 * knows no such statement, and its FINAL TABLE binds the parameters of an update in the wrong
 * order.
 */
final class RunWrites {

  private static final RowMapper<Long> LAST_SEQ = (row, number) -> row.getLong("last_seq");

  private final JdbcClient jdbc;
  private final EventRows events;
  private final boolean postgres;

  RunWrites(JdbcClient jdbc, EventRows events, boolean postgres) {
    this.jdbc = jdbc;
    this.events = events;
    this.postgres = postgres;
  }

  /** A row as it was just written, and the place of the run's last event. */
  record Written<T>(T row, long lastSeq) {}

  /**
   * The place of the run's last event; empty when the statement wrote nothing.
   *
   * @param statement an insert or an update of the run {@code :id} that adds {@code :events} to its
   *     {@code last_seq}
   */
  Optional<Long> write(
      RunId id, String statement, UnaryOperator<StatementSpec> values, List<Happened> happened) {
    return write(id, statement, values, happened, "last_seq", LAST_SEQ).map(Written::lastSeq);
  }

  /** The same, with more of what the row then holds. */
  <T> Optional<Written<T>> write(
      RunId id,
      String statement,
      UnaryOperator<StatementSpec> values,
      List<Happened> happened,
      String columns,
      RowMapper<T> rows) {
    RowMapper<Written<T>> written =
        (row, number) -> new Written<>(rows.mapRow(row, number), row.getLong("last_seq"));
    Optional<Written<T>> result =
        postgres
            ? inOne(id, statement, values, happened, columns, written)
            : inTurn(id, statement, values, happened, columns, written);
    result.ifPresent(found -> events.tellAfterCommit(id, found.lastSeq(), happened));
    return result;
  }

  private <T> Optional<T> inOne(
      RunId id,
      String statement,
      UnaryOperator<StatementSpec> values,
      List<Happened> happened,
      String columns,
      RowMapper<T> rows) {
    String all =
        happened.isEmpty()
            ? statement + " returning " + columns
            : EventRows.insertWith(statement, columns);
    StatementSpec query = values.apply(jdbc.sql(all)).param("id", id.value());
    return (happened.isEmpty() ? query : events.bind(query, happened))
        .param("events", happened.size())
        .query(rows)
        .optional();
  }

  private <T> Optional<Written<T>> inTurn(
      RunId id,
      String statement,
      UnaryOperator<StatementSpec> values,
      List<Happened> happened,
      String columns,
      RowMapper<Written<T>> rows) {
    int changed =
        values
            .apply(jdbc.sql(statement))
            .param("id", id.value())
            .param("events", happened.size())
            .update();
    if (changed == 0) {
      return Optional.empty();
    }
    Written<T> written =
        jdbc.sql("select " + columns + " from run where id = :id")
            .param("id", id.value())
            .query(rows)
            .single();
    events.insert(id, written.lastSeq(), happened);
    return Optional.of(written);
  }
}

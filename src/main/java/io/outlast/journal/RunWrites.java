package io.outlast.journal;

import io.outlast.run.Run;
import io.outlast.run.RunId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
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

  private final JdbcClient jdbc;
  private final EventRows events;
  private final RowMapper<Written> whole;
  private final boolean postgres;

  RunWrites(JdbcClient jdbc, EventRows events, RunRows runs, boolean postgres) {
    this.jdbc = jdbc;
    this.events = events;
    this.whole = (row, number) -> new Written(runs.mapRow(row, number), lastSeq(row, number));
    this.postgres = postgres;
  }

  /** A run as it was just written, and the place of its last event. */
  record Written(Run run, long lastSeq) {}

  /**
   * The place of the run's last event; empty when the statement wrote nothing.
   *
   * @param statement an insert or an update of the run {@code :id} that adds {@code :events} to its
   *     {@code last_seq}
   */
  Optional<Long> write(
      RunId id, String statement, UnaryOperator<StatementSpec> values, List<Happened> happened) {
    return write(id, statement, values, happened, Beside.NOTHING);
  }

  /** The same, with what is written beside it; that must be nothing but on PostgreSQL. */
  Optional<Long> write(
      RunId id,
      String statement,
      UnaryOperator<StatementSpec> values,
      List<Happened> happened,
      Beside beside) {
    Optional<Long> last =
        postgres
            ? inOne(id, statement, values, happened, beside, "last_seq", RunWrites::lastSeq)
            : inTurn(id, statement, values, happened, "last_seq", RunWrites::lastSeq, seq -> seq);
    last.ifPresent(seq -> events.tellAfterCommit(id, seq, happened, null));
    return last;
  }

  /** The same, with the run as it then is. */
  Optional<Written> writeWhole(
      RunId id, String statement, UnaryOperator<StatementSpec> values, List<Happened> happened) {
    Optional<Written> written =
        postgres
            ? inOne(id, statement, values, happened, Beside.NOTHING, "*", whole)
            : inTurn(id, statement, values, happened, "*", whole, Written::lastSeq);
    written.ifPresent(it -> events.tellAfterCommit(id, it.lastSeq(), happened, it.run()));
    return written;
  }

  private static long lastSeq(ResultSet row, int number) throws SQLException {
    return row.getLong("last_seq");
  }

  private <T> Optional<T> inOne(
      RunId id,
      String statement,
      UnaryOperator<StatementSpec> values,
      List<Happened> happened,
      Beside beside,
      String columns,
      RowMapper<T> rows) {
    String all =
        happened.isEmpty()
            ? statement + " returning " + columns
            : EventRows.insertWith(statement, columns, beside);
    StatementSpec query = values.apply(jdbc.sql(all)).param("id", id.value());
    return (happened.isEmpty() ? query : events.bind(beside.values().apply(query), happened))
        .param("events", happened.size())
        .query(rows)
        .optional();
  }

  private <T> Optional<T> inTurn(
      RunId id,
      String statement,
      UnaryOperator<StatementSpec> values,
      List<Happened> happened,
      String columns,
      RowMapper<T> rows,
      ToLongFunction<T> lastSeq) {
    int changed =
        values
            .apply(jdbc.sql(statement))
            .param("id", id.value())
            .param("events", happened.size())
            .update();
    if (changed == 0) {
      return Optional.empty();
    }
    T written =
        jdbc.sql("select " + columns + " from run where id = :id")
            .param("id", id.value())
            .query(rows)
            .single();
    events.insert(id, lastSeq.applyAsLong(written), happened);
    return Optional.of(written);
  }
}

package io.outlast.journal;

import static io.outlast.journal.Columns.at;
import static io.outlast.journal.Columns.instant;

import io.outlast.run.Run;
import io.outlast.run.RunId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Reads and writes the table {@code run_event}, and tells what was written once it is committed.
 */
final class EventRows {

  private static final String INSERT =
      "insert into run_event (run_id, seq, at, type, data) values ";
  private static final int MOST_AT_ONCE = 50;

  private final JdbcClient jdbc;
  private final EventCodec codec;
  private final JournalTail tail;

  EventRows(JdbcClient jdbc, EventCodec codec, JournalTail tail) {
    this.jdbc = jdbc;
    this.codec = codec;
    this.tail = tail;
  }

  List<JournalEntry> page(RunId id, long after, int limit) {
    return jdbc.sql(
            "select seq, at, type, data from run_event where run_id = :run and seq > :after order by"
                + " seq limit :limit")
        .param("run", id.value())
        .param("after", after)
        .param("limit", limit)
        .query((row, number) -> entry(id, row))
        .list();
  }

  /** What follows the given seqs, by run and seq. */
  List<JournalEntry> news(Map<RunId, Long> seen, int limit) {
    if (seen.isEmpty()) {
      return List.of();
    }
    String row = "(cast(? as varchar(40)), cast(? as bigint))";
    List<Object> params = new ArrayList<>();
    seen.forEach((id, seq) -> params.addAll(List.of(id.value(), seq)));
    params.add(limit);
    return jdbc.sql(
            "select e.run_id, e.seq, e.at, e.type, e.data from (values "
                + String.join(", ", Collections.nCopies(seen.size(), row))
                + ") as known (id, seq) join run_event e on e.run_id = known.id and e.seq >"
                + " known.seq order by e.run_id, e.seq limit ?")
        .params(params)
        .query((found, number) -> entry(new RunId(found.getString("run_id")), found))
        .list();
  }

  /** The last seq of each run. */
  Map<RunId, Long> heads(Collection<RunId> ids) {
    if (ids.isEmpty()) {
      return Map.of();
    }
    Map<RunId, Long> heads = new HashMap<>();
    jdbc.sql("select id, last_seq from run where id in (:ids)")
        .param("ids", ids.stream().map(RunId::value).toList())
        .query(row -> {
          heads.put(new RunId(row.getString("id")), row.getLong("last_seq"));
        });
    return heads;
  }

  /** Writes events of which the last gets this place. */
  void insert(RunId id, long last, List<Happened> happened) {
    List<JournalEntry> entries = entries(id, last, happened);
    // In as few statements as the database likes.
    for (int from = 0; from < entries.size(); from += MOST_AT_ONCE) {
      insert(entries.subList(from, Math.min(entries.size(), from + MOST_AT_ONCE)));
    }
  }

  private void insert(List<JournalEntry> entries) {
    List<@Nullable Object> values = new ArrayList<>();
    for (JournalEntry entry : entries) {
      values.add(entry.runId().value());
      values.add(entry.seq());
      values.add(at(entry.at()));
      values.add(entry.event().type());
      values.add(codec.data(entry.event()));
    }
    jdbc.sql(INSERT + String.join(", ", Collections.nCopies(entries.size(), "(?, ?, ?, ?, ?)")))
        .params(values)
        .update();
  }

  /** PostgreSQL's statement that writes the row of the run {@code :id}, its events, and more. */
  static String insertWith(String statement, String columns, Beside beside) {
    return "with moved as ("
        + statement
        + " returning "
        + columns
        + "), told as (insert into run_event (run_id, seq, at, type, data) select :id,"
        + " moved.last_seq - :events + e.place, cast(e.at as timestamp with time zone), e.type,"
        + " e.data from moved, unnest(cast(:ats as text[]), cast(:types as text[]), cast(:data as"
        + " text[])) with ordinality as e (at, type, data, place))"
        + beside.sql()
        + " select * from moved";
  }

  StatementSpec bind(StatementSpec statement, List<Happened> happened) {
    return statement
        .param("ats", column(happened, each -> kept(each.at()).toString()))
        .param("types", column(happened, each -> each.event().type()))
        .param("data", column(happened, each -> codec.data(each.event())));
  }

  private static String[] column(List<Happened> happened, Function<Happened, String> value) {
    return happened.stream().map(value).toArray(String[]::new);
  }

  /** Whoever is woken must find what was written: within the transaction it is too early. */
  void tellAfterCommit(RunId id, long last, List<Happened> happened, @Nullable Run now) {
    if (happened.isEmpty()) {
      return;
    }
    List<JournalEntry> written = entries(id, last, happened);
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            tail.wrote(id, written, now);
          }
        });
  }

  private static List<JournalEntry> entries(RunId id, long last, List<Happened> happened) {
    List<JournalEntry> entries = new ArrayList<>();
    for (Happened each : happened) {
      long seq = last - happened.size() + 1 + entries.size();
      entries.add(new JournalEntry(id, seq, kept(each.at()), each.event()));
    }
    return List.copyOf(entries);
  }

  /** What is told must be what is read, and databases keep no more than microseconds. */
  private static Instant kept(Instant at) {
    return at.truncatedTo(ChronoUnit.MICROS);
  }

  private JournalEntry entry(RunId id, ResultSet row) throws SQLException {
    return new JournalEntry(
        id,
        row.getLong("seq"),
        Objects.requireNonNull(instant(row, "at")),
        codec.read(row.getString("type"), row.getString("data")));
  }
}

package io.outlast.journal;

import static io.outlast.journal.Columns.at;
import static io.outlast.journal.Columns.instant;

import io.outlast.run.RunEvent;
import io.outlast.run.RunId;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads and writes the table {@code run_event}. */
final class EventRows {

  private final JdbcClient jdbc;
  private final EventCodec codec;

  EventRows(JdbcClient jdbc, EventCodec codec) {
    this.jdbc = jdbc;
    this.codec = codec;
  }

  List<JournalEntry> page(RunId id, long after, int limit) {
    return jdbc.sql(
            "select seq, at, type, data from run_event where run_id = :run and seq > :after order by"
                + " seq limit :limit")
        .param("run", id.value())
        .param("after", after)
        .param("limit", limit)
        .query((row, number) ->
            new JournalEntry(
                id,
                row.getLong("seq"),
                Objects.requireNonNull(instant(row, "at")),
                codec.read(row.getString("type"), row.getString("data"))))
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

  void insert(RunId id, long first, Instant now, List<RunEvent> events) {
    long seq = first;
    for (RunEvent event : events) {
      jdbc.sql(
              "insert into run_event (run_id, seq, at, type, data) values (:run, :seq, :at, :type,"
                  + " :data)")
          .param("run", id.value())
          .param("seq", seq++)
          .param("at", at(now))
          .param("type", event.type())
          .param("data", codec.data(event))
          .update();
    }
  }
}

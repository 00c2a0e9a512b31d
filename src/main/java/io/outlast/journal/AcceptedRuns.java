package io.outlast.journal;

import static io.outlast.journal.Columns.at;

import io.outlast.run.NewRun;
import io.outlast.run.Run;
import io.outlast.run.RunEvent;
import io.outlast.run.RunId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** Writes runs that are accepted, and the keys of their requests. Used within a transaction. */
final class AcceptedRuns {

  private final JdbcClient jdbc;
  private final RunWrites writes;
  private final JsonMapper json;

  AcceptedRuns(JdbcClient jdbc, RunWrites writes, JsonMapper json) {
    this.jdbc = jdbc;
    this.writes = writes;
    this.json = json;
  }

  /** A key that was used before. */
  record Known(RunId runId, String fingerprint) {}

  Run insert(RunId id, NewRun run, Instant now) {
    Instant from = run.startAfter() == null ? now : run.startAfter();
    String insert =
        "insert into run (id, agent, status, input, metadata, limits, request_limits,"
            + " attempt, epoch, turns, tool_calls, input_tokens, output_tokens, last_seq,"
            + " created_at, start_after, queue_deadline_at) values (:id, :agent, 'queued',"
            + " :input, :metadata, :limits, :requestLimits, 1, 0, 0, 0, 0, 0, :events, :created,"
            + " :startAfter, :queueDeadline)";
    String after = run.startAfter() == null ? null : run.startAfter().toString();
    Run inserted =
        writes
            .writeWhole(
                id,
                insert,
                values ->
                    values
                        .param("agent", run.agent())
                        .param("input", run.input())
                        .param("metadata", json.writeValueAsString(run.metadata()))
                        .param("limits", json.writeValueAsString(run.limits()))
                        .param("requestLimits", run.requestLimits())
                        .param("created", at(now))
                        .param("startAfter", at(run.startAfter()))
                        .param(
                            "queueDeadline",
                            at(RunRows.plus(from, run.limits().queueTimeout().value()))),
                List.of(new Happened(new RunEvent.Queued(run.agent(), after), now)))
            .orElseThrow()
            .run();
    run.metadata().forEach((name, value) -> label(id, name, value));
    return inserted;
  }

  /** Fails with a duplicate key when the request's key is known. */
  void remember(RunId id, RequestKey key, Instant now) {
    jdbc.sql(
            "insert into run_request (request_key, fingerprint, run_id, created_at) values (:key,"
                + " :fingerprint, :run, :now)")
        .param("key", key.key())
        .param("fingerprint", key.fingerprint())
        .param("run", id.value())
        .param("now", at(now))
        .update();
  }

  Optional<Known> known(RequestKey key) {
    return jdbc.sql("select run_id, fingerprint from run_request where request_key = :key")
        .param("key", key.key())
        .query((row, number) ->
            new Known(new RunId(row.getString("run_id")), row.getString("fingerprint")))
        .optional();
  }

  int forgetBefore(Instant instant) {
    return jdbc.sql("delete from run_request where created_at < :before")
        .param("before", at(instant))
        .update();
  }

  private void label(RunId id, String name, String value) {
    jdbc.sql("insert into run_metadata (run_id, name, label) values (:run, :name, :value)")
        .param("run", id.value())
        .param("name", name)
        .param("value", value)
        .update();
  }
}

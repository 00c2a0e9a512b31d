package io.outlast.journal;

import static io.outlast.journal.Columns.at;
import static io.outlast.journal.Columns.instant;

import io.outlast.run.RunId;
import io.outlast.run.ToolCallRecord;
import io.outlast.run.ToolCallRecord.CallDeadline;
import io.outlast.run.ToolCallRecord.CallError;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** Reads and writes the table {@code tool_call}. */
final class ToolCallRows {

  private static final String LIGHT =
      "id, seq, turn, exposed_name, server, tool, model_call_id, arguments, status, effect,"
          + " delivery, deadline, deadline_source, deadline_capped_by, deadline_requested, attempts,"
          + " started_at, ended_at, duration_ms, cancel_sent, error_code, error_message";

  private static final String INSERT =
      "insert into tool_call (id, run_id, seq, turn, exposed_name, server, tool, model_call_id,"
          + " arguments, status, effect, delivery, deadline, deadline_source, deadline_capped_by,"
          + " deadline_requested, attempts, started_at, ended_at, duration_ms, cancel_sent,"
          + " error_code, error_message, result)";

  private static final String END =
      "update tool_call set status = :callStatus, delivery = :delivery, attempts = :attempts,"
          + " ended_at = :ended, duration_ms = :duration, cancel_sent = cancel_sent or :cancelSent,"
          + " error_code = :errorCode, error_message = :errorMessage, result = :result where id ="
          + " :call and status = 'dispatched'";

  private final JdbcClient jdbc;
  private final LongResults longResults;
  private final boolean postgres;

  ToolCallRows(JdbcClient jdbc, boolean postgres) {
    this.jdbc = jdbc;
    this.postgres = postgres;
    this.longResults = new LongResults(jdbc);
  }

  List<ToolCallRecord> page(RunId id, long after, int limit) {
    return jdbc.sql(
            "select "
                + LIGHT
                + ", null as result from tool_call where run_id = :run and seq > :after order by seq"
                + " limit :limit")
        .param("run", id.value())
        .param("after", after)
        .param("limit", limit)
        .query(ToolCallRows::read)
        .list();
  }

  List<ToolCallRecord> all(RunId id) {
    Map<String, String> aside = longResults.of(id);
    return jdbc
        .sql("select " + LIGHT + ", result from tool_call where run_id = :run order by seq")
        .param("run", id.value())
        .query(ToolCallRows::read)
        .list()
        .stream()
        .map(call -> whole(call, aside.get(call.id())))
        .toList();
  }

  Optional<ToolCallRecord> one(RunId id, String callId) {
    return jdbc.sql("select " + LIGHT + ", result from tool_call where run_id = :run and id = :id")
        .param("run", id.value())
        .param("id", callId)
        .query(ToolCallRows::read)
        .optional()
        .map(call -> whole(call, longResults.of(callId)));
  }

  /**
   * How PostgreSQL writes the calls of a step in the statement of the step; nothing when they need
   * more than one.
   */
  Beside beside(Step step) {
    if (!postgres
        || step.events().isEmpty()
        || step.newCalls().size() + step.endedCalls().size() != 1
        || isKeptAside(step.newCalls())
        || isKeptAside(step.endedCalls())) {
      return Beside.NOTHING;
    }
    if (step.endedCalls().isEmpty()) {
      ToolCallRecord call = step.newCalls().getFirst();
      int after = step.earlier().size() + step.events().size() - 1 - step.placeOf(call);
      return new Beside(
          ", called as ("
              + INSERT
              + " select "
              + values("moved.last_seq - :after")
              + " from moved)",
          statement -> started(statement, call).param("after", after));
    }
    return new Beside(
        ", called as (" + END + " and exists (select 1 from moved))",
        statement -> state(statement, step.endedCalls().getFirst()));
  }

  void insert(RunId id, long seq, ToolCallRecord call) {
    started(jdbc.sql(INSERT + " values (" + values(":seq") + ")"), call)
        .param("id", id.value())
        .param("seq", seq)
        .update();
    keepAside(id, call);
  }

  /** Writes how a dispatched call ended. One that has ended stays as it is. */
  void end(RunId id, ToolCallRecord call) {
    if (state(jdbc.sql(END), call).update() > 0) {
      keepAside(id, call);
    }
  }

  /** Returns how many calls there are of that id. */
  int cancelSent(RunId id, String callId) {
    return jdbc.sql("update tool_call set cancel_sent = true where run_id = :run and id = :id")
        .param("run", id.value())
        .param("id", callId)
        .update();
  }

  private static String values(String seq) {
    return ":call, :id, "
        + seq
        + ", :turn, :exposed, :server, :tool, :modelCall, :arguments, :callStatus, :effect,"
        + " :delivery, :deadline, :deadlineSource, :cappedBy, :requested, :attempts, :started,"
        + " cast(:ended as timestamp with time zone), cast(:duration as bigint), :cancelSent,"
        + " :errorCode, :errorMessage, :result";
  }

  private static StatementSpec started(StatementSpec statement, ToolCallRecord call) {
    return state(statement, call)
        .param("turn", call.turn())
        .param("exposed", call.exposedName())
        .param("server", call.server())
        .param("tool", call.tool())
        .param("modelCall", call.modelCallId())
        .param("arguments", call.arguments())
        .param("effect", call.effect())
        .param("deadline", part(call, CallDeadline::value))
        .param("deadlineSource", part(call, CallDeadline::source))
        .param("cappedBy", part(call, CallDeadline::cappedBy))
        .param("requested", part(call, CallDeadline::requested))
        .param("started", at(call.startedAt()));
  }

  private static StatementSpec state(StatementSpec statement, ToolCallRecord call) {
    CallError error = call.error();
    return statement
        .param("call", call.id())
        .param("callStatus", call.status())
        .param("delivery", call.delivery())
        .param("attempts", call.attempts())
        .param("ended", at(call.endedAt()))
        .param("duration", call.durationMs())
        .param("cancelSent", call.cancelSent())
        .param("errorCode", error == null ? null : error.code())
        .param("errorMessage", error == null ? null : storable(error.message()))
        .param("result", isKeptAside(call) ? null : call.result());
  }

  private static boolean isKeptAside(List<ToolCallRecord> calls) {
    return calls.stream().anyMatch(ToolCallRows::isKeptAside);
  }

  private static boolean isKeptAside(ToolCallRecord call) {
    return LongResults.isLong(call.result());
  }

  private void keepAside(RunId id, ToolCallRecord call) {
    if (call.result() != null && isKeptAside(call)) {
      longResults.keep(id, call.id(), call.result());
    }
  }

  private static ToolCallRecord whole(ToolCallRecord call, @Nullable String aside) {
    return aside == null ? call : call.withResult(aside);
  }

  /** PostgreSQL takes no NUL, and an error may quote what a server said. */
  private static String storable(String text) {
    return text.replace('\0', '\uFFFD');
  }

  private static @Nullable String part(
      ToolCallRecord call, java.util.function.Function<CallDeadline, @Nullable String> part) {
    CallDeadline deadline = call.deadline();
    return deadline == null ? null : part.apply(deadline);
  }

  private static ToolCallRecord read(ResultSet row, int number) throws SQLException {
    String deadline = row.getString("deadline");
    String errorCode = row.getString("error_code");
    long duration = row.getLong("duration_ms");
    Long durationMs = row.wasNull() ? null : duration;
    return new ToolCallRecord(
        row.getString("id"),
        row.getLong("seq"),
        row.getInt("turn"),
        row.getString("exposed_name"),
        row.getString("server"),
        row.getString("tool"),
        row.getString("model_call_id"),
        row.getString("arguments"),
        row.getString("status"),
        row.getString("effect"),
        row.getString("delivery"),
        deadline == null
            ? null
            : new CallDeadline(
                deadline,
                row.getString("deadline_source"),
                row.getString("deadline_capped_by"),
                row.getString("deadline_requested")),
        row.getInt("attempts"),
        Objects.requireNonNull(instant(row, "started_at")),
        instant(row, "ended_at"),
        durationMs,
        row.getBoolean("cancel_sent"),
        errorCode == null ? null : new CallError(errorCode, row.getString("error_message")),
        row.getString("result"));
  }
}

package io.outlast.journal;

import static io.outlast.journal.Columns.instant;

import io.outlast.run.Run;
import io.outlast.run.RunError;
import io.outlast.run.RunId;
import io.outlast.run.RunLimits;
import io.outlast.run.RunStatus;
import io.outlast.run.RunUsage;
import io.outlast.run.StopReason;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.util.ConcurrentLruCache;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Reads rows of the table {@code run}. */
final class RunRows implements RowMapper<Run> {

  /** Runs of an agent have the same limits, most of the time. */
  private static final int LIMITS_KEPT = 256;

  private final JsonMapper json;
  private final ConcurrentLruCache<String, RunLimits> limits;

  RunRows(JsonMapper json) {
    this.json = json;
    this.limits =
        new ConcurrentLruCache<>(LIMITS_KEPT, text -> json.readValue(text, RunLimits.class));
  }

  @Override
  public Run mapRow(ResultSet row, int number) throws SQLException {
    StopReason stopReason = stopReason(row.getString("stop_reason"));
    return new Run(
        new RunId(row.getString("id")),
        row.getString("agent"),
        RunStatus.of(row.getString("status")).orElseThrow(),
        stopReason,
        row.getString("input"),
        row.getString("output"),
        error(stopReason, row.getString("error")),
        metadata(row.getString("metadata")),
        row.getInt("attempt"),
        row.getInt("losses"),
        row.getLong("epoch"),
        limits.get(row.getString("limits")),
        row.getString("request_limits"),
        new RunUsage(
            row.getInt("turns"),
            row.getInt("tool_calls"),
            row.getLong("input_tokens"),
            row.getLong("output_tokens")),
        Objects.requireNonNull(instant(row, "created_at")),
        instant(row, "start_after"),
        instant(row, "started_at"),
        instant(row, "ended_at"),
        instant(row, "deadline_at"),
        instant(row, "cancel_requested_at"),
        row.getString("owner"));
  }

  private Map<String, String> metadata(String text) {
    return text.equals("{}")
        ? Map.of()
        : json.readValue(text, new TypeReference<Map<String, String>>() {});
  }

  static @Nullable Instant plus(@Nullable Instant from, java.time.Duration limit) {
    return from == null || limit.isZero() ? null : from.plus(limit);
  }

  private static @Nullable StopReason stopReason(@Nullable String name) {
    return name == null ? null : StopReason.of(name);
  }

  private static @Nullable RunError error(@Nullable StopReason reason, @Nullable String message) {
    return reason == null || message == null ? null : new RunError(reason.wireName(), message);
  }
}

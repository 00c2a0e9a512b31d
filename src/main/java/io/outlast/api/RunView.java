package io.outlast.api;

import io.outlast.run.Limit;
import io.outlast.run.Run;
import io.outlast.run.RunError;
import io.outlast.run.RunLimits;
import io.outlast.run.RunUsage;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A run as the API, and {@code outlast run --json}, show it. */
@Schema(name = "Run")
public record RunView(
    @Schema(example = "run_01J9ZQ0V7M3X2K8T5B6C4D1E0F") String id,
    @Schema(example = "analyst") String agent,
    @Schema(
            example = "running",
            description = "queued, running, completed, failed, cancelled or timed_out")
        String status,
    @Nullable String stopReason,
    String input,
    @Nullable String output,
    @Nullable RunError error,
    Map<String, String> metadata,
    int attempt,
    Instant createdAt,
    @Nullable Instant startAfter,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable Instant deadlineAt,
    @Schema(description = "Time left, ISO-8601", example = "PT41M3S") @Nullable String remaining,
    Map<String, LimitView> limits,
    RunUsage usage,
    @Nullable Instant cancelRequestedAt,
    @Nullable String owner,
    @Schema(
            description = "The trace that shows the run",
            example = "01926ffb81e7b0ed32168541e6461e0f")
        String traceId) {

  /**
   * A limit and the layer it came from.
   *
   * @param value an ISO-8601 duration or a number; zero means no limit
   */
  public record LimitView(Object value, String source) {
    static LimitView of(Limit<?> limit) {
      Object value = limit.value();
      return new LimitView(value instanceof Duration d ? d.toString() : value, limit.source());
    }
  }

  public static RunView of(Run run, Instant now) {
    return new RunView(
        run.id().value(),
        run.agent(),
        run.status().wireName(),
        run.stopReason() == null ? null : run.stopReason().wireName(),
        run.input(),
        run.output(),
        run.error(),
        run.metadata(),
        run.attempt(),
        run.createdAt(),
        run.startAfter(),
        run.startedAt(),
        run.endedAt(),
        run.deadlineAt(),
        remaining(run, now),
        limits(run.limits()),
        run.usage(),
        run.cancelRequestedAt(),
        run.owner(),
        run.id().traceId());
  }

  private static @Nullable String remaining(Run run, Instant now) {
    Instant deadline = run.deadlineAt();
    if (deadline == null || run.status().isTerminal()) {
      return null;
    }
    Duration left = Duration.between(now, deadline);
    return left.isNegative() ? Duration.ZERO.toString() : left.withNanos(0).toString();
  }

  private static Map<String, LimitView> limits(RunLimits limits) {
    Map<String, LimitView> views = new LinkedHashMap<>();
    limits.byName().forEach((name, limit) -> views.put(name, LimitView.of(limit)));
    return views;
  }
}

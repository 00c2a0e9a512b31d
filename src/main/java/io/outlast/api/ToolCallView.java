package io.outlast.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.outlast.run.ToolCallRecord;
import io.outlast.run.ToolCallRecord.CallDeadline;
import io.outlast.run.ToolCallRecord.CallError;
import io.outlast.tool.ToolArguments;
import io.outlast.tool.ToolResultText;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** A tool call as the API shows it. In lists the result is left out. */
@Schema(name = "ToolCall")
record ToolCallView(
    String id,
    long seq,
    int turn,
    @Nullable String server,
    String tool,
    String exposedName,
    String modelCallId,
    Object arguments,
    String status,
    @Nullable String effect,
    String delivery,
    @Nullable CallDeadline deadline,
    int attempts,
    Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable Long durationMs,
    boolean cancelSent,
    @Nullable CallError error,
    @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable Map<String, Object> result) {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  static ToolCallView light(ToolCallRecord call) {
    return of(call, null);
  }

  /** The call with its whole result. */
  static ToolCallView whole(ToolCallRecord call, long maxResultBytes) {
    String stored = call.result();
    if (stored == null) {
      return of(call, null);
    }
    Map<String, Object> result =
        new LinkedHashMap<>(JSON.readValue(stored, new TypeReference<Map<String, Object>>() {}));
    result.put(
        "truncatedForModel",
        maxResultBytes > 0
            && ToolResultText.cut(ToolResultText.of(result), maxResultBytes).isCut());
    return of(call, result);
  }

  private static ToolCallView of(ToolCallRecord call, @Nullable Map<String, Object> result) {
    return new ToolCallView(
        call.id(),
        call.seq(),
        call.turn(),
        call.server(),
        call.tool(),
        call.exposedName(),
        call.modelCallId(),
        arguments(call),
        call.status(),
        call.effect(),
        call.delivery(),
        call.deadline(),
        call.attempts(),
        call.startedAt(),
        call.endedAt(),
        call.durationMs(),
        call.cancelSent(),
        call.error(),
        result);
  }

  /** The object that was sent, or the model's own text where that was none. */
  private static Object arguments(ToolCallRecord call) {
    return switch (ToolArguments.parse(call.arguments())) {
      case ToolArguments.Parsed parsed -> parsed.values();
      case ToolArguments.Broken broken -> call.arguments();
    };
  }
}

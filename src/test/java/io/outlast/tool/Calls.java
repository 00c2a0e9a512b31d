package io.outlast.tool;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Short ways to the values that tests of this package need. */
final class Calls {

  static final Duration NONE = Duration.ZERO;

  private Calls() {}

  static ToolSpec tool(String name, Effect effect) {
    return new ToolSpec(
        "fms__" + name,
        new ToolRef("fms", name),
        "",
        Map.of("type", "object", "properties", Map.of("timeout_ms", Map.of("type", "number"))),
        effect);
  }

  static ToolDeadline limit(Duration value) {
    return limits(value, NONE, null);
  }

  static ToolDeadline limits(Duration value, Duration idle, @Nullable String cappedBy) {
    return new ToolDeadline(value, "global", null, cappedBy, idle, "server:fms");
  }

  static ToolCall call(Effect effect, ToolDeadline deadline) {
    return new ToolCall(
        "call_1", "run_1", "tester", tool("hang", effect), Map.of(), deadline, Map.of());
  }

  static ToolError error(ToolOutcome outcome) {
    return Objects.requireNonNull(outcome.error(), "It has no error");
  }

  static Map<String, Object> text(String text) {
    return Map.of("content", List.of(Map.of("type", "text", "text", text)));
  }
}

package io.outlast.agent;

import io.outlast.run.ToolCallRecord;
import io.outlast.tool.ToolResultText;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** What a model is shown of a tool call that ended. Immutable. */
final class ToolResultTexts {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final long maxBytes;

  /**
   * @param maxBytes longest text that is shown whole, in bytes of UTF-8; zero for no limit
   */
  ToolResultTexts(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  String of(ToolCallRecord call) {
    if (call.error() != null) {
      return call.error().message();
    }
    String result = Objects.requireNonNull(call.result());
    return of(JSON.readValue(result, new TypeReference<Map<String, Object>>() {}));
  }

  String of(Map<String, Object> result) {
    return cut(ToolResultText.of(result));
  }

  String cut(String text) {
    return maxBytes == 0 ? text : ToolResultText.cut(text, maxBytes).text();
  }

  /** A result too long to be kept, as one text block that is. */
  Map<String, Object> shortened(Map<String, Object> result, int maxBytes) {
    String text = ToolResultText.cut(ToolResultText.of(result), maxBytes).text();
    return Map.of(
        "content",
        List.of(Map.of("type", "text", "text", text)),
        "isError",
        Boolean.TRUE.equals(result.get("isError")));
  }
}

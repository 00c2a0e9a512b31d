package io.outlast.demo;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A tool of the demo server.
 *
 * @param properties the arguments by name, as JSON Schemas
 * @param annotations hints on its effect; none for a tool that says nothing
 */
record DemoTool(
    String name,
    String description,
    Map<String, Object> properties,
    List<String> required,
    Map<String, Object> annotations,
    Body body) {

  /** What a tool does. */
  @FunctionalInterface
  interface Body {
    Answer run(DemoCall call) throws InterruptedException;
  }

  /** What a tool says; {@code error} is MCP's {@code isError}. */
  record Answer(String text, boolean error) {

    static Answer of(String text) {
      return new Answer(text, false);
    }

    static Answer error(String text) {
      return new Answer(text, true);
    }

    Map<String, Object> toResult() {
      return Map.of("content", List.of(Map.of("type", "text", "text", text)), "isError", error);
    }
  }

  Answer answer(DemoCall call) {
    try {
      return body.run(call);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Answer.error("interrupted");
    }
  }

  Map<String, Object> described() {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("name", name);
    entry.put("description", description);
    entry.put(
        "inputSchema", Map.of("type", "object", "properties", properties, "required", required));
    if (!annotations.isEmpty()) {
      entry.put("annotations", annotations);
    }
    return entry;
  }
}

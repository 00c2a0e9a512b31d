package io.outlast.tool;

import java.util.Map;

/**
 * One call of a tool, ready to be run.
 *
 * @param id the call's id in its run
 * @param runId the run it belongs to, for logs
 * @param agent the run's agent, for logs
 * @param deadline its limits; they begin to count when it is run
 * @param meta extra entries for {@code params._meta}, such as {@code traceparent}
 */
public record ToolCall(
    String id,
    String runId,
    String agent,
    ToolSpec tool,
    Map<String, Object> arguments,
    ToolDeadline deadline,
    Map<String, Object> meta) {

  /** The same with other extra entries. */
  ToolCall with(Map<String, Object> otherMeta) {
    return new ToolCall(id, runId, agent, tool, arguments, deadline, otherMeta);
  }
}

package io.outlast.model;

import java.util.List;

/** One message of a conversation, as a model sees it. */
public sealed interface Message {

  record User(String text) implements Message {}

  /**
   * What the model said. Text may be empty when it only called tools.
   *
   * @param toolCalls in the model's order; ids are unique over the whole conversation
   */
  record Assistant(String text, List<ModelToolCall> toolCalls) implements Message {}

  /** The results of the calls of the assistant message before, one for each, in its order. */
  record ToolResults(List<ToolResult> results) implements Message {}

  /**
   * @param callId id of the {@link ModelToolCall} it answers
   * @param toolName the exposed name that was called
   */
  record ToolResult(String callId, String toolName, String text) {}
}

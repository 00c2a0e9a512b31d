package io.outlast.run;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened in a run. The journal keeps them in order; the conversation is a fold of
 * them. The record's components are the event's {@code data} in the API. Durations are ISO-8601.
 */
public sealed interface RunEvent {

  record Queued(String agent, @Nullable String startAfter) implements RunEvent {}

  record Started(String owner, int attempt) implements RunEvent {}

  record Resumed(String owner, int attempt) implements RunEvent {}

  record Cancelling(@Nullable String reason) implements RunEvent {}

  record Finished(String status, String stopReason, @Nullable String error) implements RunEvent {}

  record TurnStarted(int turn) implements RunEvent {}

  record ModelStarted(int turn, String model, int messages, int tools) implements RunEvent {}

  record ModelRetrying(int turn, int attempt, String delay, String reason) implements RunEvent {}

  record ModelFinished(
      int turn, String model, List<Call> toolCalls, long inputTokens, long outputTokens)
      implements RunEvent {}

  record MessageCompleted(int turn, String text) implements RunEvent {}

  record ToolDispatched(
      String callId,
      String modelCallId,
      String server,
      String tool,
      Map<String, @Nullable String> deadline)
      implements RunEvent {}

  record ToolProgressed(
      String callId, double progress, @Nullable Double total, @Nullable String message)
      implements RunEvent {}

  record ToolFinished(
      String callId,
      String modelCallId,
      @Nullable String server,
      String tool,
      String status,
      @Nullable String errorCode,
      @Nullable Long durationMs)
      implements RunEvent {}

  record McpReconnected(String server, long generation) implements RunEvent {}

  /**
   * @param budget {@code run_time}, {@code turns} or {@code tokens}
   * @param used share that is used up, 0 to 1
   */
  record BudgetWarning(String budget, double used, String message) implements RunEvent {}

  /** A tool call as the model made it, with its id made unique. */
  record Call(String id, String name, String arguments) {}

  /** The event's name in the API. */
  default String type() {
    return nameOf(getClass());
  }

  /** The name in the API of this kind of event. */
  static String nameOf(Class<? extends RunEvent> kind) {
    return RunEventNames.BY_KIND.getOrDefault(kind, kind.getSimpleName());
  }

  /** The kinds of events by their names in the API. */
  static Map<String, Class<? extends RunEvent>> kinds() {
    return RunEventNames.BY_NAME;
  }
}

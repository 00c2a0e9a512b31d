package io.outlast.model;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a question to a model ended. */
public sealed interface ModelReply {

  /** The model answered, with text or tool calls or both. */
  record Answer(String text, List<ModelToolCall> toolCalls, Usage usage) implements ModelReply {}

  /**
   * It could not be answered, and asking again would not help or was tried often enough.
   *
   * @param status HTTP status, where there was one
   * @param message the provider's words, secrets masked
   */
  record Failed(Kind kind, @Nullable Integer status, String message) implements ModelReply {}

  /**
   * An attempt ran into its limit.
   *
   * @param byBudget whether the limit that was fixed for it was the run's end rather than {@code
   *     timeout}
   * @param limit the limit that held
   */
  record TimedOut(boolean byBudget, Duration limit) implements ModelReply {}

  /** The run's cancel signal ended it. */
  record Cancelled() implements ModelReply {}

  /** Why a question failed. */
  enum Kind {
    ERROR,
    CONTEXT_OVERFLOW
  }

  /** Tokens of one answer; zero where the provider says nothing. */
  record Usage(long inputTokens, long outputTokens) {
    public static final Usage NONE = new Usage(0, 0);
  }
}

package io.outlast.tool;

import java.util.concurrent.CompletableFuture;

/** One attempt of a call that is under way. Thread-safe. */
public interface ToolExchange {

  /**
   * Completes once with what became of the attempt, never exceptionally. It completes within 100 ms
   * when the connection dies. It is not completed by {@link #abandon}.
   */
  CompletableFuture<ToolReply> reply();

  /** How far the attempt has got by now. */
  Delivery delivery();

  /**
   * Gives the attempt up: the call is forgotten at once, a late reply is dropped and counted, and,
   * where the request was sent and not answered, the server is told by {@code
   * notifications/cancelled} with this request's id (MCP specification, utilities/cancellation).
   * Does not block; calling it twice, or after the reply, does nothing.
   *
   * @return completes with whether the notification was handed to the server; within about 2
   *     seconds
   */
  CompletableFuture<Boolean> abandon(String reason);
}

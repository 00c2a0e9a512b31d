package io.outlast.tool;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How one attempt of a call ended at its connection. Timeouts are not among these: the caller
 * decides them.
 */
public sealed interface ToolReply {

  /**
   * The server answered.
   *
   * @param result the MCP result as received ({@code content}, {@code structuredContent}, {@code
   *     isError})
   */
  record Result(Map<String, Object> result) implements ToolReply {
    public boolean isError() {
      return Boolean.TRUE.equals(result.get("isError"));
    }
  }

  /**
   * The server answered with a JSON-RPC error, or with something that could not be read as a
   * result.
   */
  record ProtocolError(int code, String message) implements ToolReply {}

  /**
   * The connection was lost under the call.
   *
   * @param delivery {@link Delivery#NOT_SENT} only when the request provably never left
   */
  record Lost(String cause, Delivery delivery) implements ToolReply {}

  /** There is no usable connection, and the call was not made. */
  record Unavailable(String cause, @Nullable Instant since, @Nullable Instant nextAttemptAt)
      implements ToolReply {}

  /** The server does not have, or no longer has, this tool; the call was not made. */
  record UnknownTool(String cause) implements ToolReply {}
}

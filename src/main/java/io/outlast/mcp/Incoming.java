package io.outlast.mcp;

import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import org.jspecify.annotations.Nullable;

/** What one JSON value from a server turned out to be. */
sealed interface Incoming {

  /** A message with all that it needs. */
  record Message(JSONRPCMessage message) implements Incoming {}

  /** An error that does not say which request it answers. */
  record IdlessError(JSONRPCError error) implements Incoming {}

  /**
   * Not a message.
   *
   * @param id the request that it seems to answer, if any
   * @param why for a person
   */
  record Garbled(@Nullable Object id, String why) implements Incoming {}
}

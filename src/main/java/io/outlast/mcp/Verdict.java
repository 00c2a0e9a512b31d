package io.outlast.mcp;

import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.outlast.tool.Delivery;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the end of an HTTP request means for the JSON-RPC request that it carried. */
sealed interface Verdict {

  /** Messages came, the reply among them. */
  record Replied(List<JSONRPCMessage> messages) implements Verdict {}

  /** The server answered, with an error or with something that is no reply. */
  record Failed(int code, String message) implements Verdict {}

  /**
   * There will be no reply.
   *
   * @param loss set when the connection is lost with it
   */
  record Lost(@Nullable TransportLoss loss, Delivery delivery, String detail) implements Verdict {}
}

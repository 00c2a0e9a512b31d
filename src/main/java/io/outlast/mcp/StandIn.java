package io.outlast.mcp;

import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import io.outlast.mcp.RequestTable.Entry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Responses made here for the SDK's session. For requests whose real reply was taken before they
 * are the smallest valid result: it removes the session's entry and can not fail to be read.
 */
final class StandIn {

  private StandIn() {}

  static JSONRPCMessage reply(Entry entry) {
    Map<String, Object> smallest =
        switch (entry.method()) {
          case McpSchema.METHOD_TOOLS_CALL -> Map.of("content", List.of());
          case McpSchema.METHOD_TOOLS_LIST -> Map.of("tools", List.of());
          case String other -> Map.of();
        };
    return new JSONRPCResponse(McpSchema.JSONRPC_VERSION, entry.id(), smallest, null);
  }

  static JSONRPCMessage error(Object id, String message) {
    return new JSONRPCResponse(
        McpSchema.JSONRPC_VERSION,
        id,
        null,
        new JSONRPCError(McpSchema.ErrorCodes.INTERNAL_ERROR, message, null));
  }

  /** The real reply under the id as it was sent, with the parts that the SDK relies on. */
  static JSONRPCMessage initializeReply(Object id, JSONRPCResponse reply) {
    Object result = reply.result();
    if (result instanceof Map<?, ?> map) {
      Map<Object, Object> filled = new HashMap<>(map);
      filled.computeIfAbsent("capabilities", k -> Map.of());
      filled.computeIfAbsent("serverInfo", k -> Map.of("name", "unnamed", "version", "0"));
      result = filled;
    }
    return new JSONRPCResponse(McpSchema.JSONRPC_VERSION, id, result, reply.error());
  }
}

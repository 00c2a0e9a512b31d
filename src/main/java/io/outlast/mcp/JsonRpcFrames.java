package io.outlast.mcp;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON-RPC 2.0 messages to and from bytes. Reading is lenient: a malformed error still ends the
 * request whose id it carries, and a batch (protocol 2025-03-26) is taken apart.
 */
final class JsonRpcFrames {

  private static final McpJsonMapper MAPPER = McpJsonDefaults.getMapper();
  private static final ObjectReader VALUES = JsonMapper.shared().readerFor(Object.class);

  private JsonRpcFrames() {}

  /** The messages of one frame; empty when it is not JSON or not JSON-RPC. */
  static List<JSONRPCMessage> read(byte[] frame) {
    if (!looksLikeJson(frame)) {
      return List.of();
    }
    List<JSONRPCMessage> messages = new ArrayList<>();
    // By way of text: a byte that is no UTF-8 costs its character and not the message.
    try (MappingIterator<Object> values =
        VALUES.readValues(new String(frame, StandardCharsets.UTF_8))) {
      while (values.hasNextValue()) {
        add(values.nextValue(), messages);
      }
    } catch (JacksonException e) {
      // What stands before it counts: launchers write behind a message on its line.
    }
    return messages;
  }

  private static void add(Object value, List<JSONRPCMessage> messages) {
    for (Object item : value instanceof List<?> batch ? batch : List.of(value)) {
      JSONRPCMessage message = item instanceof Map<?, ?> map ? message(map) : null;
      if (message != null) {
        messages.add(message);
      }
    }
  }

  /** One line of UTF-8 with its end. */
  static byte[] line(JSONRPCMessage message) throws IOException {
    return (MAPPER.writeValueAsString(message) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  static <T> T convert(Object value, TypeRef<T> type) {
    return MAPPER.convertValue(value, type);
  }

  private static @Nullable JSONRPCMessage message(Map<?, ?> map) {
    Object id = map.get("id");
    if (map.get("method") instanceof String method) {
      return id == null
          ? new JSONRPCNotification(McpSchema.JSONRPC_VERSION, method, map.get("params"))
          : new JSONRPCRequest(McpSchema.JSONRPC_VERSION, method, id, map.get("params"));
    }
    if (id == null || !(map.containsKey("result") || map.containsKey("error"))) {
      return null;
    }
    return map.get("error") == null
        ? new JSONRPCResponse(McpSchema.JSONRPC_VERSION, id, map.get("result"), null)
        : new JSONRPCResponse(McpSchema.JSONRPC_VERSION, id, null, error(map.get("error")));
  }

  private static JSONRPCError error(Object raw) {
    if (raw instanceof Map<?, ?> map) {
      int code = map.get("code") instanceof Number n ? n.intValue() : 0;
      return new JSONRPCError(code, String.valueOf(map.get("message")), map.get("data"));
    }
    return new JSONRPCError(0, String.valueOf(raw), null);
  }

  private static boolean looksLikeJson(byte[] frame) {
    for (byte b : frame) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return b == '{' || b == '[';
      }
    }
    return false;
  }
}

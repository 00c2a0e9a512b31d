package io.outlast.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON-RPC 2.0 messages to and from text. Lenient towards what servers leave out, as long as it is
 * clear what is meant. Stateless.
 */
final class JsonRpc {

  private static final int INTERNAL_ERROR = -32603;
  private static final ObjectReader VALUES = JsonMapper.shared().readerFor(Object.class);

  private final McpJsonMapper mapper;

  JsonRpc(McpJsonMapper mapper) {
    this.mapper = mapper;
  }

  byte[] encode(JSONRPCMessage message) {
    try {
      return mapper.writeValueAsBytes(message);
    } catch (IOException e) {
      throw new IllegalArgumentException("A message cannot be written as JSON", e);
    }
  }

  <T> T convert(Object data, TypeRef<T> type) {
    return mapper.convertValue(data, type);
  }

  /** One line of UTF-8 with its end. */
  byte[] line(JSONRPCMessage message) {
    byte[] json = encode(message);
    byte[] line = Arrays.copyOf(json, json.length + 1);
    line[json.length] = '\n';
    return line;
  }

  /**
   * Reads a message, or a batch of them (protocol 2025-03-26); never throws. Blank text is none.
   */
  List<Incoming> decode(String text) {
    List<Incoming> found = new ArrayList<>();
    try (MappingIterator<Object> values = VALUES.readValues(text)) {
      while (values.hasNextValue()) {
        Object value = values.nextValue();
        List<?> parts = value instanceof List<?> batch ? batch : Collections.singletonList(value);
        parts.forEach(part -> found.add(one(part)));
      }
    } catch (JacksonException e) {
      if (found.isEmpty()) {
        return List.of(new Incoming.Garbled(null, "it is no JSON"));
      }
    }
    return List.copyOf(found);
  }

  private Incoming one(@Nullable Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      return new Incoming.Garbled(null, "it is no JSON object");
    }
    Object id = map.get("id");
    try {
      if (map.get("method") instanceof String method) {
        return new Incoming.Message(
            id == null
                ? new JSONRPCNotification(method, map.get("params"))
                : new JSONRPCRequest(method, id, map.get("params")));
      }
      if (map.get("error") != null) {
        return error(id, map.get("error"));
      }
      if (map.containsKey("result") && id != null) {
        Object result = map.get("result");
        return new Incoming.Message(
            result == null
                ? errorReply(id, INTERNAL_ERROR, "the server's reply has the result null")
                : JSONRPCResponse.result(id, result));
      }
    } catch (RuntimeException e) {
      return new Incoming.Garbled(id, "it is no JSON-RPC message");
    }
    return new Incoming.Garbled(id, "it is no JSON-RPC message");
  }

  private static Incoming error(@Nullable Object id, Object raw) {
    Map<?, ?> error = raw instanceof Map<?, ?> map ? map : Map.of("message", raw);
    int code = error.get("code") instanceof Number number ? number.intValue() : INTERNAL_ERROR;
    Object message = error.get("message");
    JSONRPCError read =
        new JSONRPCError(code, message == null ? "" : message.toString(), error.get("data"));
    return id == null
        ? new Incoming.IdlessError(read)
        : new Incoming.Message(JSONRPCResponse.error(id, read));
  }

  /** An error reply that we make up for a request whose answer is none. */
  static JSONRPCResponse errorReply(Object id, int code, String message) {
    return new JSONRPCResponse(
        McpSchema.JSONRPC_VERSION, id, null, new JSONRPCError(code, message, null));
  }
}

package io.outlast.mcp;

import io.outlast.settings.McpServerSettings;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A server that misbehaves as asked, whatever it is spoken to over, and what it has received. */
interface FaultyServer extends AutoCloseable {

  McpServerSettings settings();

  default List<JsonNode> received(String method) {
    return everything().stream()
        .filter(message -> message.path("method").asString("").equals(method))
        .toList();
  }

  /** Every message, in the order of arrival. */
  List<JsonNode> everything();

  /** Calls whose exchange is still held open; there is none over stdio. */
  int openExchanges();

  default List<JsonNode> calls(String tool) {
    return received("tools/call").stream()
        .filter(call -> call.get("params").get("name").asString().equals(tool))
        .toList();
  }

  /** Ids of all calls, as text, in the order of their arrival. */
  default List<String> callIds() {
    return received("tools/call").stream().map(call -> call.get("id").asString()).toList();
  }

  /** Ids that notifications/cancelled named, as text, in the order of their arrival. */
  default List<String> cancelledIds() {
    return received("notifications/cancelled").stream()
        .map(note -> note.get("params").get("requestId").asString())
        .toList();
  }

  @Override
  void close();
}

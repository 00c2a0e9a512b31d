package io.outlast.mcp;

import io.modelcontextprotocol.spec.ProtocolVersions;
import io.outlast.settings.McpServerSettings;
import java.util.List;

/** Makes the transports of servers that are spoken to over HTTP. */
final class HttpTransports {

  /** What is understood, oldest first; the last one is offered. */
  static final List<String> PROTOCOL_VERSIONS =
      List.of(
          ProtocolVersions.MCP_2024_11_05,
          ProtocolVersions.MCP_2025_03_26,
          ProtocolVersions.MCP_2025_06_18,
          ProtocolVersions.MCP_2025_11_25);

  private HttpTransports() {}

  /**
   * A transport for one connection; nothing is sent yet.
   *
   * @throws TransportFailure {@code MISCONFIGURED} when no request can be made of the settings
   */
  static SupervisedTransport create(String serverName, McpServerSettings settings) {
    return switch (settings.transport()) {
      case STREAMABLE_HTTP ->
          new StreamableHttpTransport(new HttpConversation(serverName, settings));
      case SSE -> new SseTransport(new HttpConversation(serverName, settings));
      case STDIO -> throw new IllegalArgumentException(serverName + " is no HTTP server");
    };
  }
}

package io.outlast.mcp;

import static io.outlast.mcp.RawHttpServer.reply;

import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.outlast.mcp.RawHttpServer.Connection;
import io.outlast.mcp.RawHttpServer.Request;
import io.outlast.settings.McpServerSettings;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;

/** A transport, the events it tells, and servers that do the handshake by themselves. */
abstract class StreamableFixture {

  static final String WELCOME =
      "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
          + "\"serverInfo\":{\"name\":\"fms\",\"version\":\"1\"}}";
  static final String SECRET = "Bearer s3cret-token";

  final RecordedEvents events = new RecordedEvents();
  final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  final void close() throws Exception {
    for (AutoCloseable one : open.reversed()) {
      one.close();
    }
  }

  /** A server that does the handshake by itself and leaves calls to the script. */
  RawHttpServer server(RawHttpServer.Script calls) throws IOException {
    RawHttpServer server =
        new RawHttpServer((request, connection) -> {
          if (!handshake(request, connection)) {
            calls.answer(request, connection);
          }
        });
    open.add(server);
    return server;
  }

  static boolean handshake(Request request, Connection connection) throws IOException {
    if (request.method().equals("GET") && request.header("Last-Event-ID").isEmpty()) {
      connection.answer(405, "", "");
    } else if (request.method().equals("DELETE")) {
      connection.answer(200, "", "");
    } else if (request.rpcMethod().equals("initialize")) {
      connection.json(reply(request, WELCOME), "Mcp-Session-Id: session-1");
    } else if (request.rpcMethod().startsWith("notifications/")) {
      connection.answer(202, "", "");
    } else {
      return false;
    }
    return true;
  }

  SupervisedTransport transport(URI url) {
    SupervisedTransport transport =
        HttpTransports.create("fms", settings(url, Map.of("Authorization", SECRET)));
    open.add(() -> transport.closeGracefully().block());
    transport.supervise(events);
    transport.connect(events.handler()).block();
    return transport;
  }

  static McpServerSettings settings(URI url, Map<String, String> headers) {
    return settings(url, headers, Duration.ofSeconds(5));
  }

  static McpServerSettings settings(URI url, Map<String, String> headers, Duration startupTimeout) {
    return new McpServerSettings(
        McpServerSettings.Transport.STREAMABLE_HTTP,
        null,
        List.of(),
        Map.of(),
        null,
        url,
        headers,
        false,
        startupTimeout,
        null,
        null,
        0,
        true,
        List.of(),
        new McpServerSettings.Restart(Duration.ofSeconds(1), Duration.ofSeconds(60), 2, 0.2),
        List.of("*"),
        List.of(),
        Map.of());
  }

  SupervisedTransport connected(RawHttpServer server) {
    SupervisedTransport transport = transport(server.url("/mcp"));
    initialize(transport);
    return transport;
  }

  static void initialize(SupervisedTransport transport) {
    send(transport, new JSONRPCRequest("initialize", "init", Map.of()));
    send(transport, new JSONRPCNotification("notifications/initialized"));
  }

  static void send(SupervisedTransport transport, JSONRPCMessage message) {
    transport.sendMessage(message).block(Duration.ofSeconds(5));
  }

  static void call(SupervisedTransport transport, String id) {
    send(transport, new JSONRPCRequest("tools/call", id, Map.of("name", id)));
  }
}

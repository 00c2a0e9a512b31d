package io.outlast.mcp;

import static io.outlast.mcp.RawHttpServer.reply;

import io.outlast.mcp.RawHttpServer.Connection;
import io.outlast.mcp.RawHttpServer.Request;
import io.outlast.settings.McpServerSettings;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/**
 * A streamable HTTP server that misbehaves as asked: {@code echo} answers, {@code hang} never does,
 * {@code late} after {@code ms}, {@code progress} after {@code steps} notifications {@code every}
 * so many milliseconds, {@code stoppable} says "stopped" when it is told to stop, {@code drip}
 * answers with one byte at a time.
 */
final class FlakyHttpServer implements FaultyServer {

  private static final String TOOLS =
      List.of("echo", "hang", "late", "progress", "stoppable", "drip").stream()
          .map(name ->
              "{\"name\":\"%s\",\"inputSchema\":{\"type\":\"object\"},\"annotations\":{\"readOnlyHint\":%s}}"
                  .formatted(name, name.equals("echo")))
          .reduce((a, b) -> a + "," + b)
          .orElseThrow();

  private final ServerBlock block = new ServerBlock();
  private final boolean streaming;
  private final RawHttpServer server;
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger sessions = new AtomicInteger();
  private final Set<String> known = ConcurrentHashMap.newKeySet();
  private final Map<String, CountDownLatch> stopped = new ConcurrentHashMap<>();

  FlakyHttpServer(boolean streaming) throws IOException {
    this.streaming = streaming;
    server = new RawHttpServer(this::answer);
    set("transport", "streamable-http").set("url", server.url("/mcp").toString());
  }

  FlakyHttpServer set(String name, String value) {
    block.set(name, value);
    return this;
  }

  @Override
  public McpServerSettings settings() {
    return block.settings();
  }

  @Override
  public List<JsonNode> everything() {
    return server.requests.stream()
        .filter(request -> !request.body().isEmpty())
        .map(Request::json)
        .toList();
  }

  @Override
  public int openExchanges() {
    return open.get();
  }

  /** Every session there is, is unknown from now on. */
  void forgetSessions() {
    known.clear();
  }

  @Override
  public void close() {
    server.close();
  }

  private void answer(Request request, Connection connection)
      throws IOException, InterruptedException {
    switch (request.method()) {
      case "GET" -> connection.answer(405, "", "");
      case "DELETE" -> connection.answer(200, "", "");
      default -> post(request, connection);
    }
  }

  private void post(Request request, Connection connection)
      throws IOException, InterruptedException {
    String method = request.rpcMethod();
    if (method.equals("initialize")) {
      String session = "session-" + sessions.incrementAndGet();
      known.add(session);
      connection.json(reply(request, StreamableFixture.WELCOME), "Mcp-Session-Id: " + session);
    } else if (!known.contains(request.header("Mcp-Session-Id"))) {
      connection.answer(404, "", "");
    } else if (method.startsWith("notifications/")) {
      if (method.endsWith("cancelled")) {
        stop(request.json().get("params").get("requestId").asString());
      }
      connection.answer(202, "", "");
    } else if (method.equals("tools/list")) {
      connection.result(request, "{\"tools\":[" + TOOLS + "]}");
    } else if (method.equals("tools/call")) {
      open.incrementAndGet();
      try {
        call(request, connection);
      } finally {
        open.decrementAndGet();
      }
    } else {
      connection.result(request, "{}");
    }
  }

  private void call(Request request, Connection connection)
      throws IOException, InterruptedException {
    JsonNode params = request.json().get("params");
    JsonNode arguments = params.path("arguments");
    String text = arguments.path("value").asString("");
    boolean drips = params.get("name").asString().equals("drip");
    if (streaming && !drips) {
      connection.stream();
    }
    switch (params.get("name").asString()) {
      case "hang" -> connection.untilClosed(new CountDownLatch(1));
      case "late" -> {
        pause(arguments.get("ms").asLong());
        end(request, connection, text);
      }
      case "progress" -> {
        for (int step = 1; step <= arguments.get("steps").asInt(); step++) {
          pause(arguments.get("every").asLong());
          if (streaming) {
            connection.event(progress(params.get("_meta").get("progressToken").asString(), step));
          }
        }
        end(request, connection, "done");
      }
      case "stoppable" -> {
        stopped(request.id()).await(20, TimeUnit.SECONDS);
        end(request, connection, "stopped");
      }
      case "drip" -> drip(request, connection, text);
      default -> end(request, connection, text);
    }
  }

  private CountDownLatch stopped(String id) {
    return stopped.computeIfAbsent(id, key -> new CountDownLatch(1));
  }

  private void stop(String id) {
    stopped(id).countDown();
  }

  private void end(Request request, Connection connection, String text) throws IOException {
    String result = "{\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]}";
    if (streaming) {
      connection.event(reply(request, result));
      connection.end();
    }
    connection.result(request, result);
  }

  private void drip(Request request, Connection connection, String text)
      throws IOException, InterruptedException {
    String body = reply(request, "{\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]}");
    String type = streaming ? "text/event-stream" : "application/json";
    connection.write("HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\nConnection: close\r\n\r\n");
    for (char c : ((streaming ? "data: " : "") + body + "\n\n").toCharArray()) {
      connection.write(String.valueOf(c));
      pause(20);
    }
    connection.end();
  }

  private static String progress(String token, int step) {
    return ("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\","
            + "\"params\":{\"progressToken\":\"%s\",\"progress\":%d,\"message\":\"step %d\"}}")
        .formatted(token, step, step);
  }

  private static void pause(long millis) throws InterruptedException {
    new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
  }
}

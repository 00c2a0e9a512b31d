package io.outlast.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.core.JacksonException;

/**
 * A small MCP server on standard input and output, written by hand so that it starts in a fraction
 * of a second and needs nothing of the service. Each call runs on its own virtual thread, so a call
 * that never ends holds up no other.
 *
 * @see <a href="https://modelcontextprotocol.io/specification/2025-11-25/basic/transports">MCP
 *     specification, transports</a>
 */
public final class DemoMcpServer {

  /** The argument of the program that starts this server instead of the service. */
  public static final String COMMAND = "demo-mcp-server";

  private static final int METHOD_NOT_FOUND = -32601;
  private static final int INVALID_PARAMS = -32602;

  private final DemoTools tools = new DemoTools(Clock.systemUTC());
  private final Map<Object, DemoCall> underWay = new ConcurrentHashMap<>();
  private final DemoWire wire;

  private DemoMcpServer(DemoWire wire) {
    this.wire = wire;
  }

  /** Serves until the input ends; blocks until then. */
  public static void serve(InputStream in, OutputStream out) throws IOException {
    DemoMcpServer server = new DemoMcpServer(new DemoWire(out));
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (!line.isBlank()) {
        server.receive(line);
      }
    }
  }

  private void receive(String line) {
    try {
      Map<String, Object> message = DemoJson.readObject(line);
      String method = DemoJson.text(message, "method", "");
      Map<String, Object> params = DemoJson.child(message, "params");
      Object id = message.get("id");
      if (id != null && !method.isEmpty()) {
        answer(id, method, params);
      } else if (method.equals("notifications/cancelled")) {
        cancel(params);
      }
    } catch (JacksonException e) {
      wire.unreadable();
    }
  }

  private void answer(Object id, String method, Map<String, Object> params) {
    switch (method) {
      case "initialize" -> wire.result(id, welcome(params));
      case "ping" -> wire.result(id, Map.of());
      case "tools/list" -> wire.result(id, Map.of("tools", tools.described()));
      case "tools/call" -> call(id, params);
      default -> wire.error(id, METHOD_NOT_FOUND, "no method " + method);
    }
  }

  private static Map<String, Object> welcome(Map<String, Object> params) {
    return Map.of(
        "protocolVersion", DemoJson.text(params, "protocolVersion", ""),
        "capabilities", Map.of("tools", Map.of()),
        "serverInfo", Map.of("name", "outlast-demo", "version", "1"));
  }

  private void call(Object id, Map<String, Object> params) {
    String name = DemoJson.text(params, "name", "");
    tools
        .find(name)
        .ifPresentOrElse(
            tool -> start(id, tool, params),
            () -> wire.error(id, INVALID_PARAMS, "no tool " + name));
  }

  private void start(Object id, DemoTool tool, Map<String, Object> params) {
    DemoCall call = new DemoCall(params, wire);
    underWay.put(id, call);
    Thread.ofVirtual().name("call " + id).start(() -> run(id, tool, call));
  }

  private void run(Object id, DemoTool tool, DemoCall call) {
    DemoTool.Answer answer = tool.answer(call);
    // A cancelled call is never answered, so whoever takes it out of the map has the last word.
    if (underWay.remove(id, call)) {
      wire.result(id, answer.toResult());
    }
  }

  private void cancel(Map<String, Object> params) {
    Object id = params.get("requestId");
    DemoCall call = id == null ? null : underWay.remove(id);
    if (call != null) {
      call.cancel();
    }
  }
}

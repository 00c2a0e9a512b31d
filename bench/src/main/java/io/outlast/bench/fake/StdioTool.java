package io.outlast.bench.fake;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The MCP server over stdio: one process for any number of calls at once. {@code /stats}, {@code /reset} and {@code /faults} are on the port given.
 */
public final class StdioTool {

  private static final Tally TALLY = new Tally();

  private StdioTool() {}

  public static void main(String[] args) throws Exception {
    ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1);
    clock.setRemoveOnCancelPolicy(true);
    FakeTool tool =
        new FakeTool(
            TALLY,
            (millis, then) -> {
              ScheduledFuture<?> task = clock.schedule(then, millis, TimeUnit.MILLISECONDS);
              return () -> task.cancel(false);
            });
    control(Integer.parseInt(args[0]), tool);
    LinkedBlockingQueue<JsonObject> answers = new LinkedBlockingQueue<>();
    Thread writer = new Thread(() -> write(answers));
    writer.setDaemon(true);
    writer.start();
    FakeTool.Reply reply =
        new FakeTool.Reply() {
          @Override
          public void send(JsonObject message) {
            answers.add(message);
          }

          @Override
          public void close() {
            Runtime.getRuntime().halt(1);
          }
        };
    BufferedReader in =
        new BufferedReader(
            new InputStreamReader(new BufferedInputStream(new FileInputStream(FileDescriptor.in), 1 << 16), StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      tool.handle("", new JsonObject(line), reply);
    }
    System.exit(0);
  }

  private static void write(LinkedBlockingQueue<JsonObject> answers) {
    try (OutputStream out = new FileOutputStream(FileDescriptor.out)) {
      List<JsonObject> some = new ArrayList<>();
      while (true) {
        some.add(answers.take());
        answers.drainTo(some, 1000);
        Buffer lines = Buffer.buffer();
        some.forEach(message -> lines.appendBuffer(message.toBuffer()).appendByte((byte) '\n'));
        out.write(lines.getBytes());
        some.clear();
      }
    } catch (IOException | InterruptedException e) {
      System.exit(0);
    }
  }

  private static void control(int port, FakeTool tool) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 50);
    server.createContext("/stats", exchange -> answer(exchange, TALLY.json()));
    server.createContext(
        "/reset",
        exchange -> {
          TALLY.reset();
          answer(exchange, new JsonObject());
        });
    server.createContext(
        "/faults",
        exchange -> {
          JsonObject faults = new JsonObject(Buffer.buffer(exchange.getRequestBody().readAllBytes()));
          tool.faults(Faults.of(faults));
          answer(exchange, faults);
        });
    server.start();
  }

  private static void answer(HttpExchange exchange, JsonObject json) throws IOException {
    byte[] body = json.toBuffer().getBytes();
    try (exchange) {
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }
}

package io.outlast.bench;

import io.outlast.bench.fake.Fakes;
import io.outlast.bench.fake.StdioTool;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** What a case needs around the service: a folder, the fakes, perhaps a PostgreSQL. Closes what it has started. */
final class Stage implements AutoCloseable {

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Path jar;
  private final Path dir;
  private final int fakes;
  private final int stdio;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();

  Stage(Path jar, String name) {
    this.jar = jar;
    try {
      this.dir = Files.createTempDirectory("outlast-bench-" + name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.fakes = Ports.free();
    this.stdio = Ports.free();
    Jvm process = keep(Jvm.start(dir, "fakes", Map.of(), Jvm.own(Fakes.class, "" + fakes)));
    while (!process.output().contains("ready")) {
      if (!process.alive()) {
        throw new IllegalStateException(process.output());
      }
      LockSupport.parkNanos(20_000_000);
    }
  }

  Path dir() {
    return dir;
  }

  Database database() {
    return keep(new Database(dir));
  }

  /** A service of its own folder; null for H2 in it. */
  Outlast.Setup setup(String name, Database database) {
    return new Outlast.Setup(
        dir.resolve(name), jar, fakes, database == null ? null : database.url(), Map.of(), List.of());
  }

  Outlast start(Outlast.Setup setup) {
    return keep(Outlast.start(setup));
  }

  int fakesPort() {
    return fakes;
  }

  /** The command of the MCP server over stdio. */
  List<String> stdioCommand() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(Jvm.own(StdioTool.class, "" + stdio));
    return command;
  }

  /** What the fake MCP server says of itself; that over stdio runs only while somebody has started it. */
  JsonObject tool(Transport transport) {
    return get(port(transport), "/stats");
  }

  void faults(Transport transport, JsonObject faults) {
    post(port(transport), "/faults", faults);
  }

  void resetTool(Transport transport) {
    post(port(transport), "/reset", new JsonObject());
  }

  /** The MCP server over HTTP forgets its sessions. */
  void loseSessions() {
    post(fakes, "/lose-sessions", new JsonObject());
  }

  private int port(Transport transport) {
    return transport == Transport.HTTP ? fakes : stdio;
  }

  <T extends AutoCloseable> T keep(T resource) {
    open.push(resource);
    return resource;
  }

  JsonObject fakes() {
    return get(fakes, "/stats");
  }

  static JsonObject get(int port, String path) {
    return new JsonObject(text(port, path));
  }

  /** A count or a gauge of a service; 0 for one that there is not yet. */
  static double metric(int port, String name) {
    String text = text(port, "/actuator/metrics/" + name);
    JsonArray all = text.isEmpty() ? null : new JsonObject(text).getJsonArray("measurements");
    return all == null ? 0 : all.getJsonObject(0).getDouble("value");
  }

  static String text(int port, String path) {
    try {
      URI uri = URI.create("http://127.0.0.1:" + port + path);
      return HTTP.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  static JsonObject post(int port, String path, JsonObject body) {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString(body.encode()))
              .build();
      return new JsonObject(HTTP.send(request, BodyHandlers.ofString()).body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the status. */
  static int delete(int port, String path) {
    try {
      HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).DELETE().build();
      return HTTP.send(request, BodyHandlers.discarding()).statusCode();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception e) {
        System.err.println("Not closed: " + e);
      }
    }
    try (Stream<Path> files = Files.walk(dir)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      System.err.println("Not deleted: " + dir);
    }
  }
}

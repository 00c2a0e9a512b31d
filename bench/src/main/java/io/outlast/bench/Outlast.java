package io.outlast.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** The service from its jar, with one agent and the fakes. */
final class Outlast implements AutoCloseable {

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final Jvm jvm;
  private final int port;
  private final long startMillis;

  private Outlast(Jvm jvm, int port, long startMillis) {
    this.jvm = jvm;
    this.port = port;
    this.startMillis = startMillis;
  }

  /**
   * How the service is set up.
   *
   * @param dir its working directory, with the embedded database unless there is another
   * @param fakes the port of the fakes
   * @param database null for H2
   * @param settings further settings
   * @param jvm further options of the JVM
   */
  record Setup(
      Path dir, Path jar, int fakes, String database, Map<String, String> settings, List<String> jvm) {

    Setup with(Map<String, String> more) {
      Map<String, String> all = new java.util.HashMap<>(settings);
      all.putAll(more);
      return new Setup(dir, jar, fakes, database, Map.copyOf(all), jvm);
    }

    /** With the MCP server over stdio rather than HTTP. */
    Setup stdio(List<String> command) {
      Map<String, String> all = new java.util.HashMap<>();
      all.put("outlast.mcp.servers.fake.transport", "stdio");
      all.put("outlast.mcp.servers.fake.command", command.getFirst());
      for (int i = 1; i < command.size(); i++) {
        all.put("outlast.mcp.servers.fake.args[" + (i - 1) + "]", command.get(i));
      }
      return with(all);
    }

    Setup withJvm(String... options) {
      return new Setup(dir, jar, fakes, database, settings, List.of(options));
    }
  }

  static Outlast start(Setup setup) {
    int port =
        setup.settings().containsKey("server.port")
            ? Integer.parseInt(setup.settings().get("server.port"))
            : Ports.free();
    write(setup);
    List<String> command = new ArrayList<>(setup.jvm());
    command.addAll(List.of(System.getProperty("bench.jvm", "").split(" ")));
    command.removeIf(String::isEmpty);
    command.addAll(List.of("-jar", setup.jar().toString()));
    settings(setup, port).forEach((key, value) -> command.add("--" + key + "=" + value));
    long began = System.nanoTime();
    Jvm jvm = Jvm.start(setup.dir(), "outlast-" + port, Map.of(), command);
    while (!ready(port)) {
      if (!jvm.alive()) {
        throw new IllegalStateException("The service ended: " + jvm.output());
      }
      LockSupport.parkNanos(20_000_000);
    }
    return new Outlast(jvm, port, (System.nanoTime() - began) / 1_000_000);
  }

  private static void write(Setup setup) {
    try {
      Path agents = Files.createDirectories(setup.dir().resolve("agents"));
      Files.writeString(
          agents.resolve("bench.md"),
          "---\ndescription: Works once\ntools: [\"fake:work\"]\n---\nYou do what you are told.\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> settings(Setup setup, int port) {
    Map<String, String> all = new java.util.HashMap<>();
    all.put("server.port", "" + port);
    all.put("outlast.default-model", "fake");
    all.put("outlast.models.fake.provider", "openai");
    all.put("outlast.models.fake.base-url", "http://127.0.0.1:" + setup.fakes() + "/v1");
    all.put("outlast.models.fake.api-key", "none");
    all.put("outlast.models.fake.model", "fake");
    if (!setup.settings().containsKey("outlast.mcp.servers.fake.command")) {
      all.put("outlast.mcp.servers.fake.transport", "streamable-http");
      all.put("outlast.mcp.servers.fake.url", "http://127.0.0.1:" + setup.fakes() + "/mcp");
    }
    if (setup.database() != null) {
      all.put("spring.datasource.url", setup.database());
    }
    all.putAll(setup.settings());
    return all;
  }

  private static boolean ready(int port) {
    try {
      URI uri = URI.create("http://127.0.0.1:" + port + "/actuator/health/readiness");
      return HTTP.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  int port() {
    return port;
  }

  long startMillis() {
    return startMillis;
  }

  Proc proc() {
    return jvm.proc();
  }

  Jvm jvm() {
    return jvm;
  }

  @Override
  public void close() {
    jvm.close();
  }
}

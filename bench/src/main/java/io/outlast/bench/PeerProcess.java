package io.outlast.bench;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A peer in its process: spoken to over its standard input and output. */
final class PeerProcess implements Contestant {

  /** A peer: its name, its main class and where its libraries are below the benchmarks' {@code target}. */
  enum Kind {
    FLOOR("floor", "io.outlast.bench.peer.Floor", "classes"),
    LANGCHAIN4J("LangChain4j", "io.outlast.bench.peer.langchain4j.LangChain4jPeer", "peers/langchain4j"),
    SPRING_AI("Spring AI", "io.outlast.bench.peer.springai.SpringAiPeer", "peers/spring-ai");

    private final String title;
    private final String main;
    private final String built;

    Kind(String title, String main, String built) {
      this.title = title;
      this.main = main;
      this.built = built;
    }

    String title() {
      return title;
    }

    Path libraries() {
      return target().resolve(built).resolve("lib");
    }

    private String classPath() {
      Path at = target().resolve(built);
      return this == FLOOR ? at.toString() : at.resolve("classes") + ":" + at.resolve("lib") + "/*";
    }

    private static Path target() {
      return Path.of(System.getProperty("bench.target", "bench/target")).toAbsolutePath();
    }
  }

  private final Kind kind;
  private final Jvm jvm;
  private final BufferedReader out;
  private final BufferedWriter in;
  private long[] toolTimes = {};

  private PeerProcess(Kind kind, Jvm jvm) {
    this.kind = kind;
    this.jvm = jvm;
    this.out = jvm.out();
    this.in = jvm.in();
  }

  static PeerProcess start(Kind kind, Stage stage, Transport transport, Duration toolTimeout, String... jvmOptions) {
    List<String> args = new ArrayList<>(List.of(jvmOptions));
    args.addAll(List.of("-cp", kind.classPath(), kind.main));
    args.add("" + stage.fakesPort());
    args.add("" + toolTimeout.toMillis());
    if (transport == Transport.STDIO) {
      args.addAll(stage.stdioCommand());
    }
    Jvm jvm = Jvm.piped(stage.dir(), kind.name() + "-" + System.nanoTime(), args);
    PeerProcess peer = new PeerProcess(kind, jvm);
    String said = peer.line();
    if (!said.equals("ready")) {
      throw new IllegalStateException(kind + ": " + said + jvm.output());
    }
    return stage.keep(peer);
  }

  private String line() {
    try {
      String line = out.readLine();
      if (line == null) {
        throw new IllegalStateException(kind + " has ended: " + jvm.output());
      }
      return line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String name() {
    return kind.title();
  }

  @Override
  public Jvm jvm() {
    return jvm;
  }

  @Override
  public Load.Seen run(int users, int runs, String input) {
    try {
      in.write(users + " " + runs + " " + input + "\n");
      in.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    JsonObject seen = new JsonObject(line());
    JsonArray times = seen.getJsonArray("toolTimes");
    toolTimes = times.stream().mapToLong(it -> ((Number) it).longValue()).toArray();
    return new Load.Seen(
        runs,
        seen.getInteger("notCompleted"),
        seen.getDouble("seconds"),
        seen.getLong("p50"),
        seen.getLong("p99"),
        seen.getLong("max"),
        seen.getString("problem").isEmpty() ? null : seen.getString("problem"));
  }

  @Override
  public CompletableFuture<Load.Seen> all(int runs, String input) {
    return CompletableFuture.supplyAsync(() -> run(runs, runs, input), Thread::startVirtualThread);
  }

  @Override
  public long[] toolTimes() {
    return toolTimes;
  }

  @Override
  public void close() {
    jvm.close();
  }

  /** The versions of the libraries that matter, from their files' names. */
  static JsonObject versions() {
    JsonObject all = new JsonObject();
    for (Kind kind : List.of(Kind.LANGCHAIN4J, Kind.SPRING_AI)) {
      try (var files = Files.list(kind.libraries())) {
        files
            .map(file -> file.getFileName().toString().replace(".jar", ""))
            .filter(file -> file.matches("(langchain4j|langchain4j-mcp|spring-ai-client-chat|spring-ai-mcp|mcp-core)-\\d.*"))
            .sorted()
            .forEach(file -> all.put(file.replaceFirst("-\\d.*", ""), file.replaceFirst("^.*?-(?=\\d)", "")));
      } catch (IOException e) {
        all.put(kind.title(), "not built");
      }
    }
    return all;
  }
}

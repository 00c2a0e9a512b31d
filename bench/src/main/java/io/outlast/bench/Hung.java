package io.outlast.bench;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Calls that are never answered, under a deadline: how much longer than it they keep their runs, and what is left of them afterwards, at the server and in the
 * process. The server's own view is that from a call's arrival to its cancellation or the end of its exchange.
 */
record Hung(Transport transport, int... levels) implements Case {

  private static final Duration LIMIT = Duration.ofSeconds(3);
  private static final int WARM_UP = 1_500;
  private static final List<String> TELLING =
      List.of(
          "jdk.internal.net.http.Exchange",
          "reactor.core.publisher.MonoCreate$DefaultMonoSink",
          "java.util.concurrent.CompletableFuture",
          "io.outlast.mcp.PendingRequest",
          "java.lang.VirtualThread",
          "java.lang.ThreadBuilders$BoundVirtualThread");

  @Override
  public JsonObject measure(Path jar) {
    JsonArray all = new JsonArray();
    for (int runs : levels) {
      for (Function<Stage, Contestant> contestant : contestants()) {
        try (Stage stage = new Stage(jar, "hung")) {
          JsonObject level = level(stage, contestant.apply(stage), runs);
          System.err.println(level.encode());
          all.add(level);
        }
      }
    }
    return new JsonObject().put("transport", transport.name()).put("limitMillis", LIMIT.toMillis()).put("levels", all);
  }

  private List<Function<Stage, Contestant>> contestants() {
    return Contestants.chosen(
        List.of(
            stage -> PeerProcess.start(PeerProcess.Kind.FLOOR, stage, transport, LIMIT),
            stage -> PeerProcess.start(PeerProcess.Kind.LANGCHAIN4J, stage, transport, LIMIT),
            stage -> PeerProcess.start(PeerProcess.Kind.SPRING_AI, stage, transport, LIMIT),
            stage -> Hosted.start(stage, setup(stage))));
  }

  private Outlast.Setup setup(Stage stage) {
    Outlast.Setup setup =
        stage
            .setup("service", null)
            .with(
                Map.of(
                    "outlast.runs.concurrency", "20000",
                    "outlast.limits.tool-timeout", LIMIT.toSeconds() + "s",
                    "management.metrics.distribution.percentiles-histogram.outlast.tool.deadline.overshoot", "true"));
    return transport == Transport.HTTP ? setup : setup.stdio(stage.stdioCommand());
  }

  private JsonObject level(Stage stage, Contestant contestant, int runs) {
    contestant.run(64, WARM_UP, "seconds=0");
    contestant.all(Math.min(200, runs), "seconds=-1").join();
    LockSupport.parkNanos(3_000_000_000L);
    JsonObject before = stage.tool(transport);
    stage.resetTool(transport);
    Histogram bare = Histogram.of(contestant.jvm());
    long handles = contestant.jvm().proc().handles();
    long threads = contestant.jvm().proc().threads();
    Buckets overshot = overshot(contestant);
    Load.Seen seen = contestant.all(runs, "seconds=-1").join();
    LockSupport.parkNanos(3_000_000_000L);
    JsonObject tool = stage.tool(transport);
    Histogram left = Histogram.of(contestant.jvm());
    JsonObject classes = new JsonObject();
    TELLING.forEach(type -> classes.put(type.substring(type.lastIndexOf('.') + 1), left.instances(type) - bare.instances(type)));
    JsonObject level =
        new JsonObject()
            .put("contestant", contestant.name())
            .put("calls", runs)
            .put("runsNotCompleted", seen.notCompleted())
            .put("problem", seen.problem())
            .put(
                "overshoot",
                contestant instanceof Hosted
                    ? overshot(contestant).millisSince(overshot)
                    : overshoot(contestant.toolTimes()))
            .put(
                "atServer",
                new JsonObject()
                    .put("p50Millis", tool.getDouble("heldP50Millis") - LIMIT.toMillis())
                    .put("p99Millis", tool.getDouble("heldP99Millis") - LIMIT.toMillis())
                    .put("maxMillis", tool.getDouble("heldMaxMillis") - LIMIT.toMillis()))
            .put("cancelled", tool.getLong("cancelled"))
            .put("closed", tool.getLong("closed"))
            .put("exchangesLeft", tool.getLong("open") - before.getLong("open"))
            .put("pendingLeft", tool.getLong("pending") - before.getLong("pending"))
            .put("handlesLeft", contestant.jvm().proc().handles() - handles)
            .put("threadsLeft", contestant.jvm().proc().threads() - threads)
            .put("objectsLeft", classes);
    if (contestant instanceof Hosted service) {
      level
          .put("asRecorded", overshoot(contestant.toolTimes()))
          .put("inFlightLeft", Stage.get(service.outlast().port(), "/v1/mcp/servers/fake").getLong("inFlight"))
          .put("activeLeft", service.metric("outlast.runs.active"));
    }
    return level;
  }

  /** The service counts it itself; what a call's record says includes the writing of that. */
  private static Buckets overshot(Contestant contestant) {
    return contestant instanceof Hosted service
        ? Buckets.of(service.outlast().port(), "outlast_tool_deadline_overshoot_seconds")
        : new Buckets(Map.of());
  }

  private static JsonObject overshoot(long[] sorted) {
    return new JsonObject()
        .put("calls", sorted.length)
        .put("p50Millis", beyond(sorted, 0.5))
        .put("p99Millis", beyond(sorted, 0.99))
        .put("maxMillis", beyond(sorted, 1));
  }

  private static double beyond(long[] sorted, double share) {
    int at = (int) Math.min(sorted.length - 1, sorted.length * share);
    return at < 0 ? 0 : Math.round((sorted[at] - LIMIT.toMillis() * 1000) / 100.0) / 10.0;
  }
}

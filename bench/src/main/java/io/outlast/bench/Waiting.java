package io.outlast.bench;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Thousands of runs that all wait in a tool: what one of them costs. Memory is what is resident while all wait, less what was resident in the same process once all
 * of its code had been used. All have the same small heap, as a large one is filled with garbage before anything is collected. What is reachable is read by a collection, after that.
 */
record Waiting(Transport transport, int... levels) implements Case {

  private static final int WARM_UP = 300;
  private static final String HEAP = "-Xmx800m";

  @Override
  public JsonObject measure(Path jar) {
    JsonArray all = new JsonArray();
    for (int runs : levels) {
      for (Function<Stage, Contestant> contestant : contestants()) {
        try (Stage stage = new Stage(jar, "waiting")) {
          JsonObject level = level(stage, contestant.apply(stage), runs);
          System.err.println(level.copy().put("holds", "").encode());
          all.add(level);
        }
      }
    }
    return new JsonObject().put("transport", transport.name()).put("levels", all);
  }

  private List<Function<Stage, Contestant>> contestants() {
    Duration timeout = Duration.ofMinutes(10);
    return Contestants.chosen(
        List.of(
            stage -> PeerProcess.start(PeerProcess.Kind.FLOOR, stage, transport, timeout, HEAP),
            stage -> PeerProcess.start(PeerProcess.Kind.LANGCHAIN4J, stage, transport, timeout, HEAP),
            stage -> PeerProcess.start(PeerProcess.Kind.SPRING_AI, stage, transport, timeout, HEAP),
            stage -> Hosted.start(stage, setup(stage))));
  }

  private Outlast.Setup setup(Stage stage) {
    Outlast.Setup setup =
        stage
            .setup("service", null)
            .with(Map.of("outlast.runs.concurrency", "20000", "outlast.limits.tool-timeout", "10m"))
            .withJvm(HEAP);
    return transport == Transport.HTTP ? setup : setup.stdio(stage.stdioCommand());
  }

  private JsonObject level(Stage stage, Contestant contestant, int runs) {
    contestant.run(16, WARM_UP, "seconds=0");
    Histogram bare = Histogram.of(contestant.jvm());
    contestant.run(16, WARM_UP, "seconds=0");
    Proc proc = contestant.jvm().proc();
    long rss = proc.rssKib();
    long handles = proc.handles();
    proc.forgetPeak();
    // Runs come to the service one request after the other, to the others all at once.
    int toolSeconds = 10 + runs / (contestant instanceof Hosted ? 100 : 500);
    CompletableFuture<Load.Seen> end = contestant.all(runs, "seconds=" + toolSeconds);
    long waiting = 0;
    while (waiting < runs && !end.isDone()) {
      LockSupport.parkNanos(50_000_000);
      waiting = Math.max(waiting, stage.tool(transport).getLong("pending"));
    }
    long full = proc.rssKib();
    long threads = proc.threads();
    long handlesThen = proc.handles();
    Histogram held = Histogram.of(contestant.jvm());
    Load.Seen seen = end.join();
    long peak = proc.peakRssKib();
    LockSupport.parkNanos(2_000_000_000L);
    JsonObject tool = stage.tool(transport);
    return new JsonObject()
        .put("contestant", contestant.name())
        .put("runs", runs)
        .put("waitingAtOnce", waiting)
        .put("notCompleted", seen.notCompleted())
        .put("problem", seen.problem())
        .put("toolSeconds", toolSeconds)
        .put("secondsBeyondTool", Math.round((seen.seconds() - toolSeconds) * 10) / 10.0)
        .put("rssMbBefore", rss / 1024)
        .put("rssMbWaiting", full / 1024)
        .put("rssMbPeak", peak / 1024)
        .put("kbPerRun", Math.round((full - rss) * 10.0 / runs) / 10.0)
        .put("reachableKbPerRun", Math.round((held.bytes() - bare.bytes()) * 10.0 / 1024 / runs) / 10.0)
        .put("threads", threads)
        .put("handles", handlesThen - handles)
        .put("openAfter", tool.getLong("open"))
        .put("pendingAfter", tool.getLong("pending"))
        .put("holds", held.growth(bare, runs, 40));
  }
}

package io.outlast.bench;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * The MCP server goes away again and again while 64 users start runs with a call of half a second. Over stdio its process is killed every other second; over HTTP it forgets
 * its sessions as often, and closes the connection of a hundredth of the calls instead of answering.
 */
record Reconnect(Transport transport, int seconds) implements Case {

  private static final int USERS = 64;
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final String INPUT = "seconds=0.5";

  @Override
  public JsonObject measure(Path jar) {
    JsonArray all = new JsonArray();
    for (Function<Stage, Contestant> contestant : contestants()) {
      try (Stage stage = new Stage(jar, "reconnect")) {
        JsonObject result = measure(stage, contestant.apply(stage));
        System.err.println(result.encode());
        all.add(result);
      }
    }
    return new JsonObject().put("transport", transport.name()).put("users", USERS).put("contestants", all);
  }

  private List<Function<Stage, Contestant>> contestants() {
    return Contestants.chosen(
        List.of(
            stage -> PeerProcess.start(PeerProcess.Kind.LANGCHAIN4J, stage, transport, LIMIT),
            stage -> PeerProcess.start(PeerProcess.Kind.SPRING_AI, stage, transport, LIMIT),
            stage -> Hosted.start(stage, setup(stage))));
  }

  private Outlast.Setup setup(Stage stage) {
    Outlast.Setup setup =
        stage.setup("service", null).with(Map.of("outlast.limits.tool-timeout", LIMIT.toSeconds() + "s"));
    return transport == Transport.HTTP ? setup : setup.stdio(stage.stdioCommand());
  }

  private JsonObject measure(Stage stage, Contestant contestant) {
    contestant.run(USERS, 2_000, "seconds=0");
    Load.Seen calm = contestant.run(USERS, USERS * 6, INPUT);
    JsonObject result =
        new JsonObject()
            .put("contestant", contestant.name())
            .put("calmRunsPerSecond", Math.round(calm.perSecond()))
            .put("calmP99Millis", calm.p99() / 1000);
    int runs = (int) (calm.perSecond() * seconds);
    if (transport == Transport.HTTP) {
      stage.faults(transport, new JsonObject().put("close", 0.01));
    }
    AtomicBoolean over = new AtomicBoolean();
    CompletableFuture<Integer> losses =
        CompletableFuture.supplyAsync(() -> lose(stage, contestant, over), Thread::startVirtualThread);
    try {
      Load.Seen seen =
          CompletableFuture.supplyAsync(() -> contestant.run(USERS, runs, INPUT), Thread::startVirtualThread)
              .get(seconds * 5L, TimeUnit.SECONDS);
      result
          .put("runs", runs)
          .put("notCompleted", seen.notCompleted())
          .put("problem", seen.problem())
          .put("runsPerSecond", Math.round(seen.perSecond()))
          .put("p50Millis", seen.p50() / 1000)
          .put("p99Millis", seen.p99() / 1000)
          .put("maxMillis", seen.max() / 1000);
    } catch (TimeoutException e) {
      result.put("problem", "not done after " + seconds * 5L + " s");
      contestant.jvm().kill();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      over.set(true);
    }
    result.put("losses", losses.join());
    return contestant instanceof Hosted service ? told(service, result) : result;
  }

  private int lose(Stage stage, Contestant contestant, AtomicBoolean over) {
    int losses = 0;
    while (true) {
      LockSupport.parkNanos(2_000_000_000L);
      if (over.get()) {
        return losses;
      }
      if (transport == Transport.HTTP) {
        stage.loseSessions();
        losses++;
      } else {
        losses += contestant.jvm().killChildren("StdioTool");
      }
    }
  }

  private static JsonObject told(Hosted service, JsonObject result) {
    JsonObject calls = new JsonObject();
    for (String status : List.of("succeeded", "failed", "timed_out", "cancelled", "outcome_unknown")) {
      calls.put(status, (long) service.metric("outlast.tool.calls?tag=status:" + status));
    }
    return result
        .put("calls", calls)
        .put("reconnects", (long) service.metric("outlast.mcp.reconnects"))
        .put("inFlightLeft", Stage.get(service.outlast().port(), "/v1/mcp/servers/fake").getLong("inFlight"));
  }
}

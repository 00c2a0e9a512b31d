package io.outlast.bench;

import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.Map;

/**
 * Two replicas on one PostgreSQL are stopped and started in turn, as a rolling update does it, while runs come in at a steady rate. The next one is stopped once the queue
 * is short again. A client that is refused, or does not get through, tries the other replica with the same idempotency key.
 */
record RollingRestarts(int restarts, int perSecond) implements Case {

  @Override
  public JsonObject measure(Path jar) throws Exception {
    try (Stage stage = new Stage(jar, "rolling")) {
      Database database = stage.database();
      // Quick to start rather than quick in the long run: on two cores two JVMs that are new all the time are the load.
      Outlast.Setup setup =
          stage
              .setup("service", database)
              .with(Map.of("outlast.runs.drain-timeout", "5s"))
              .withJvm("-XX:TieredStopAtLevel=1");
      Outlast[] replicas = {stage.start(setup), stage.start(setup)};
      SteadyRate clients = new SteadyRate(perSecond, "seconds=0.3", Api.local(replicas[0].port()), Api.local(replicas[1].port()));
      long longestStop = 0;
      for (int i = 0; i < restarts; i++) {
        Outlast old = replicas[i % 2];
        long began = System.nanoTime();
        old.jvm().terminate();
        old.jvm().await();
        longestStop = Math.max(longestStop, (System.nanoTime() - began) / 1_000_000);
        Outlast.Setup again = setup.with(Map.of("server.port", "" + old.port()));
        replicas[i % 2] = stage.start(again);
        System.err.printf("restart %d: %d accepted, %d waiting%n", i + 1, clients.accepted(), waiting(database));
        while (waiting(database) > 5 * perSecond) {
          Thread.sleep(200);
        }
      }
      clients.stop();
      awaitEmpty(database);
      JsonObject effects = stage.fakes();
      return new JsonObject()
          .put("restarts", restarts)
          .put("runs", clients.accepted())
          .put("clientRetries", clients.retries())
          .put("lost", clients.accepted() - database.number("select count(*) from run"))
          .put("notCompleted", database.number("select count(*) from run where status <> 'completed'"))
          .put("resumed", database.number("select count(*) from run where attempt > 1"))
          .put("outcomeUnknown", database.number("select count(*) from tool_call where status = 'outcome_unknown'"))
          .put("sideEffects", effects.getLong("marks"))
          .put("doubled", effects.getLong("doubled"))
          .put("longestStopMillis", longestStop);
    }
  }

  private static long waiting(Database database) {
    return database.number("select count(*) from run where status = 'queued'");
  }

  private static void awaitEmpty(Database database) throws InterruptedException {
    while (database.number("select count(*) from run where status in ('queued', 'running')") > 0) {
      Thread.sleep(200);
    }
  }
}

package io.outlast.bench;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Many runs wait while a few are under way: the queue is in the database, and memory must not show it. */
record QueuedRuns(boolean postgres, int runs) implements Case {

  @Override
  public JsonObject measure(Path jar) throws Exception {
    try (Stage stage = new Stage(jar, "queued")) {
      Database database = postgres ? stage.database() : null;
      Outlast outlast =
          stage.start(
              stage
                  .setup("service", database)
                  .with(Map.of("outlast.runs.concurrency", "50"))
                  .withJvm("-Xmx256m"));
      Load load = stage.keep(new Load(outlast.port()));
      load.run(16, 500, "seconds=0");
      long before = liveHeapMb(outlast);
      long began = System.nanoTime();
      submit(load, outlast.port());
      double submitted = (System.nanoTime() - began) / 1e9;
      JsonArray samples = new JsonArray();
      long waiting = depth(outlast);
      long deepest = waiting;
      long most = 0;
      while (waiting > 0) {
        long heap = liveHeapMb(outlast);
        most = Math.max(most, heap);
        samples.add(
            new JsonObject().put("waiting", waiting).put("liveHeapMb", heap).put("rssMb", outlast.proc().rssKib() / 1024));
        Thread.sleep(5000);
        waiting = depth(outlast);
      }
      return new JsonObject()
          .put("database", postgres ? "PostgreSQL" : "H2")
          .put("runs", runs)
          .put("submittedInSeconds", submitted)
          .put("drainedInSeconds", (System.nanoTime() - began) / 1e9)
          .put("deepest", deepest)
          .put("liveHeapMbBefore", before)
          .put("liveHeapMbMost", most)
          .put("liveHeapMbAfter", liveHeapMb(outlast))
          .put("samples", samples);
    }
  }

  private void submit(Load load, int port) {
    for (int from = 0; from < runs; from += 64) {
      List<Future<String>> some = new ArrayList<>();
      for (int i = from; i < Math.min(runs, from + 64); i++) {
        some.add(load.submit(port, "seconds=0.2"));
      }
      Load.await(Future.all(some));
    }
  }

  private static long depth(Outlast outlast) {
    return (long) metric(outlast, "outlast.queue.depth");
  }

  /** What is reachable, after a collection. */
  private static long liveHeapMb(Outlast outlast) {
    outlast.jvm().command("GC.run");
    return (long) metric(outlast, "jvm.memory.used?tag=area:heap") / (1024 * 1024);
  }

  private static double metric(Outlast outlast, String name) {
    return Stage.get(outlast.port(), "/actuator/metrics/" + name)
        .getJsonArray("measurements")
        .getJsonObject(0)
        .getDouble("value");
  }
}

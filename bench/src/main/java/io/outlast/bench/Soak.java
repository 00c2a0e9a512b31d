package io.outlast.bench;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A day of faults in half an hour: runs come in at a steady rate, of their calls some fail, some break the connection, some are late, some hang until their deadline, and the
 * server loses its sessions each half minute. Runs that ended a minute ago are deleted, so that the database has no reason to grow. What grows all the same is the
 * slope of a straight line through the samples of the later two thirds; beside it stands by how much the samples stray from that line.
 */
record Soak(boolean postgres, int minutes, int runs) implements Case {

  private static final List<String> TABLES = List.of("run", "run_event", "tool_call", "run_queue");
  private static final JsonObject FAULTS =
      new JsonObject().put("error", 0.02).put("close", 0.02).put("hang", 0.02).put("late", 0.04);

  @Override
  public JsonObject measure(Path jar) throws Exception {
    try (Stage stage = new Stage(jar, "soak")) {
      Database database = postgres ? stage.database() : null;
      Outlast.Setup setup =
          stage
              .setup("service", database)
              .with(Map.of("outlast.limits.tool-timeout", "3s"))
              .withJvm("-Xmx384m");
      Outlast outlast = stage.start(setup);
      int perSecond = Math.max(1, Math.round(runs / (minutes * 60f)));
      stage.faults(Transport.HTTP, FAULTS);
      Cleaner cleaner = stage.keep(new Cleaner(outlast.port()));
      SteadyRate clients = new SteadyRate(perSecond, "seconds=0", Api.local(outlast.port()));
      Samples samples = new Samples();
      long began = System.nanoTime();
      long until = began + minutes * 60_000_000_000L;
      long every = Math.max(2, minutes * 60 / 150);
      for (long next = began; System.nanoTime() < until; ) {
        next += every * 1_000_000_000L;
        LockSupport.parkNanos(Math.max(1, next - System.nanoTime()));
        if ((next - began) / 1_000_000_000L % 30 < every) {
          stage.loseSessions();
        }
        samples.add((System.nanoTime() - began) / 60e9, sample(outlast, setup.dir(), database));
      }
      clients.stop();
      LockSupport.parkNanos(10_000_000_000L);
      JsonObject tool = stage.tool(Transport.HTTP);
      JsonObject counts = new JsonObject();
      for (String status : List.of("completed", "failed", "timed_out", "cancelled")) {
        counts.put(status, metric(outlast, "outlast.runs?tag=status:" + status));
      }
      return new JsonObject()
          .put("database", postgres ? "PostgreSQL" : "H2")
          .put("minutes", minutes)
          .put("perSecond", perSecond)
          .put("runs", clients.accepted())
          .put("ended", counts)
          .put("deleted", cleaner.deleted())
          .put("clientRetries", clients.retries())
          .put("faults", tool.getLong("faults"))
          .put("deadlines", metric(outlast, "outlast.tool.deadline.overshoot"))
          .put("openAfter", tool.getLong("open"))
          .put("pendingAfter", tool.getLong("pending"))
          .put("slopes", samples.slopes())
          .put("samples", samples.all());
    }
  }

  private static JsonObject sample(Outlast outlast, Path dir, Database database) {
    Proc proc = outlast.proc();
    JsonObject sample =
        new JsonObject()
            .put("rssMb", proc.rssKib() / 1024.0)
            .put("liveHeapMb", metric(outlast, "jvm.gc.live.data.size") / (1024.0 * 1024))
            .put("threads", proc.threads())
            .put("handles", proc.handles())
            .put("activeRuns", metric(outlast, "outlast.runs.active"));
    if (database == null) {
      sample.put("databaseMb", size(dir.resolve("data")) / (1024.0 * 1024));
    } else {
      TABLES.forEach(
          table ->
              sample.put(table + "Mb", database.number("SELECT pg_total_relation_size('" + table + "')") / (1024.0 * 1024)));
    }
    return sample;
  }

  private static long size(Path dir) {
    try (Stream<Path> files = Files.walk(dir)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long metric(Outlast outlast, String name) {
    return (long) Stage.metric(outlast.port(), name);
  }

  /** Deletes what ended more than a minute ago, as the retention would do it after days. */
  private static final class Cleaner implements AutoCloseable {
    private final int port;
    private final Thread thread;
    private volatile boolean over;
    private volatile int deleted;

    Cleaner(int port) {
      this.port = port;
      this.thread = Thread.ofVirtual().start(this::clean);
    }

    int deleted() {
      return deleted;
    }

    private void clean() {
      while (!over) {
        LockSupport.parkNanos(1_000_000_000L);
        JsonArray old;
        do {
          String until = Instant.now().minusSeconds(60).toString();
          old = Stage.get(port, "/v1/runs?limit=200&until=" + until).getJsonArray("items", new JsonArray());
          int before = deleted;
          old.forEach(run -> deleted += Stage.delete(port, "/v1/runs/" + ((JsonObject) run).getString("id")) == 204 ? 1 : 0);
          if (deleted == before) {
            break;
          }
        } while (old.size() == 200 && !over);
      }
    }

    @Override
    public void close() throws InterruptedException {
      over = true;
      thread.join();
    }
  }
}

package io.outlast.bench;

import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * From the start of the process to its readiness, some times with and without an AOT cache that was trained by a service which did a run; then what is resident after a
 * minute in which nothing is asked.
 */
record Starts(int times, int idleSeconds) implements Case {

  /** As in the image. */
  private static final List<String> OPTIONS = List.of("-XX:MaxRAMPercentage=60", "-XX:+ExitOnOutOfMemoryError");

  private static final Map<String, String> DEMO = Map.of("spring.profiles.active", "demo", "outlast.agents.location", "classpath:demo/agents/");

  @Override
  public JsonObject measure(Path jar) {
    try (Stage stage = new Stage(jar, "start")) {
      Outlast.Setup setup = stage.setup("service", null).withJvm(OPTIONS.toArray(String[]::new));
      JsonObject result = new JsonObject().put("times", times);
      result.put("without", starts(setup));
      Path cache = stage.dir().resolve("outlast.aot");
      train(setup, cache);
      result.put("cacheMb", cache.toFile().length() >> 20);
      return result.put("with", starts(setup.withJvm(OPTIONS.get(0), OPTIONS.get(1), "-XX:AOTCache=" + cache)));
    }
  }

  private void train(Outlast.Setup setup, Path cache) {
    Outlast.Setup training = setup.with(DEMO).withJvm(OPTIONS.get(0), OPTIONS.get(1), "-XX:AOTCacheOutput=" + cache, "-XX:TieredStopAtLevel=1");
    try (Outlast service = Outlast.start(training)) {
      JsonObject run = Stage.post(service.port(), "/v1/runs", new JsonObject().put("agent", "hello").put("input", "hello"));
      JsonObject ended = Stage.get(service.port(), "/v1/runs/" + run.getString("id") + "/wait?timeout=1m");
      if (!"completed".equals(ended.getString("status"))) {
        throw new IllegalStateException(ended.encode());
      }
      service.jvm().terminate();
      // The cache is written when the process has ended otherwise.
      service.jvm().await();
    }
    if (!Files.exists(cache)) {
      throw new IllegalStateException("There is no cache after the training");
    }
  }

  private JsonObject starts(Outlast.Setup setup) {
    long[] wall = new long[times];
    long[] cpu = new long[times];
    long rss = 0;
    for (int i = 0; i < times; i++) {
      try (Outlast service = Outlast.start(setup)) {
        wall[i] = service.startMillis();
        cpu[i] = service.proc().cpuMillis();
        if (i == times - 1) {
          LockSupport.parkNanos(idleSeconds * 1_000_000_000L);
          rss = service.proc().rssKib() >> 10;
        }
      }
    }
    Arrays.sort(wall);
    Arrays.sort(cpu);
    return new JsonObject()
        .put("medianMillis", wall[times / 2])
        .put("slowestMillis", wall[times - 1])
        .put("medianCpuMillis", cpu[times / 2])
        .put("idleRssMb", rss);
  }
}

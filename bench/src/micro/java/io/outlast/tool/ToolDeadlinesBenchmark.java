package io.outlast.tool;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Which limit holds for a call: four layers, one with a limit of the tool's own, and a time that the model asked for. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ToolDeadlinesBenchmark {

  private final ToolRef ref = new ToolRef("github", "search");
  private final ToolSpec tool =
      new ToolSpec(
          "github__search",
          ref,
          "Searches",
          Map.of(
              "type",
              "object",
              "properties",
              Map.of("query", Map.of("type", "string"), "timeout_ms", Map.of("type", "integer"))),
          Effect.READ_ONLY);
  private final List<ToolLayer> layers =
      List.of(
          ToolLayer.request(null, null, Map.of()),
          ToolLayer.agent(null, null, Map.of(new ToolRef("github", "other"), new ToolLayer.PerTool(Duration.ofSeconds(5), null))),
          ToolLayer.server(
              "github", Duration.ofMinutes(2), null, Map.of(ref, new ToolLayer.PerTool(Duration.ofSeconds(20), null))),
          ToolLayer.global(Duration.ofMinutes(10), Duration.ZERO));
  private final Map<String, Object> plain = Map.of("query", "x");
  private final Map<String, Object> asking = Map.of("query", "x", "timeout_ms", 60_000);

  @Benchmark
  public ToolDeadline configured() {
    return ToolDeadlines.resolve(tool, layers, plain, null, Duration.ofSeconds(30), Duration.ofMinutes(50), warning -> {});
  }

  @Benchmark
  public ToolDeadline requested() {
    return ToolDeadlines.resolve(tool, layers, asking, null, Duration.ofSeconds(30), Duration.ofMinutes(50), warning -> {});
  }
}

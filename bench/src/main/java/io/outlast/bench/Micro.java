package io.outlast.bench;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * JMH on classes that are not public: its benchmarks, below {@code bench/src/micro}, are compiled in those classes' packages against the service's own jar. Operations per
 * millisecond are those of one thread; bytes are what one operation allocates.
 */
record Micro() implements Case {

  @Override
  public JsonObject measure(Path jar) throws Exception {
    Path dir = Files.createTempDirectory("outlast-bench-micro");
    Path unpacked = dir.resolve("service");
    run(dir, "unpack", List.of("-Djarmode=tools", "-jar", jar.toString(), "extract", "--destination", unpacked.toString()));
    String own = System.getProperty("java.class.path");
    String classPath = dir.resolve("classes") + ":" + unpacked + "/*:" + unpacked.resolve("lib") + "/*:" + own;
    compile(Files.createDirectories(dir.resolve("classes")), classPath);
    Path results = dir.resolve("results.json");
    run(
        dir,
        "jmh",
        List.of(
            "-Xmx1g", "-cp", classPath, "org.openjdk.jmh.Main", "-f", "1", "-wi", "3", "-w", "2s", "-i", "5", "-r", "2s", "-prof",
            "gc", "-foe", "true", "-rf", "json", "-rff", results.toString()));
    return told(new JsonArray(Files.readString(results)));
  }

  private static JsonObject told(JsonArray results) {
    JsonObject told = new JsonObject();
    for (Object each : results) {
      JsonObject result = (JsonObject) each;
      String name = result.getString("benchmark").replaceFirst("^io\\.outlast\\.", "");
      JsonObject metric = result.getJsonObject("primaryMetric");
      JsonObject allocated = result.getJsonObject("secondaryMetrics").getJsonObject("gc.alloc.rate.norm");
      told.put(
          name,
          new JsonObject()
              .put("microseconds", round(metric.getDouble("score")))
              .put("error", metric.getValue("scoreError") instanceof Number error ? round(error.doubleValue()) : null)
              .put("bytes", allocated == null ? null : Math.round(allocated.getDouble("score"))));
    }
    return told;
  }

  private static double round(double value) {
    return Math.round(value * 1000) / 1000.0;
  }

  private static void compile(Path out, String classPath) throws IOException {
    List<String> args = new ArrayList<>(List.of("-d", out.toString(), "-cp", expand(classPath), "--release", "25", "-proc:full"));
    args.addAll(List.of("-processor", "org.openjdk.jmh.generators.BenchmarkProcessor"));
    Path sources = Path.of(System.getProperty("bench.target", "bench/target")).resolveSibling("src").resolve("micro");
    try (Stream<Path> files = Files.walk(sources)) {
      files.filter(file -> file.toString().endsWith(".java")).forEach(file -> args.add(file.toString()));
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler.run(null, System.err, System.err, args.toArray(String[]::new)) != 0) {
      throw new IllegalStateException("The micro benchmarks do not compile against this jar");
    }
  }

  /** The compiler takes no wildcards here. */
  private static String expand(String classPath) throws IOException {
    List<String> all = new ArrayList<>();
    for (String part : classPath.split(":")) {
      if (part.endsWith("/*")) {
        try (Stream<Path> files = Files.list(Path.of(part.substring(0, part.length() - 2)))) {
          files.filter(file -> file.toString().endsWith(".jar")).forEach(file -> all.add(file.toString()));
        }
      } else {
        all.add(part);
      }
    }
    return String.join(":", all);
  }

  private static void run(Path dir, String name, List<String> args) {
    try (Jvm jvm = Jvm.start(dir, name, Map.of(), args)) {
      if (jvm.await() != 0) {
        throw new IllegalStateException(jvm.output());
      }
    }
  }
}

package io.outlast.bench;

import io.outlast.bench.report.Report;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code --jar JAR [--out FILE] [--docs FOLDER] [--only-docs] [CASE...]}; without a case, all of them. Results join those that the file has of other cases; with a folder
 * they are written into its {@code performance.md}, too.
 */
public final class Bench {

  private static final Map<String, Case> CASES = new LinkedHashMap<>();

  static {
    CASES.put("short-h2", new ShortRuns(false, Integer.getInteger("bench.runs", 10_000)));
    CASES.put("short-postgres", new ShortRuns(true, Integer.getInteger("bench.runs", 10_000)));
    CASES.put("waiting-http", new Waiting(Transport.HTTP, numbers("bench.waiting", 1_000, 5_000, 10_000)));
    CASES.put("waiting-stdio", new Waiting(Transport.STDIO, numbers("bench.waiting", 1_000, 5_000, 10_000)));
    CASES.put("hung-http", new Hung(Transport.HTTP, numbers("bench.hung", 200, 2_000)));
    CASES.put("hung-stdio", new Hung(Transport.STDIO, numbers("bench.hung", 200, 2_000)));
    CASES.put("reconnect-http", new Reconnect(Transport.HTTP, Integer.getInteger("bench.reconnect.seconds", 20)));
    CASES.put("reconnect-stdio", new Reconnect(Transport.STDIO, Integer.getInteger("bench.reconnect.seconds", 20)));
    CASES.put("fan-out", new FanOut(200, 400));
    CASES.put("storm-one", new StreamStorm(false));
    CASES.put("storm-two", new StreamStorm(true));
    CASES.put("queued-h2", new QueuedRuns(false, 10_000));
    CASES.put("queued-postgres", new QueuedRuns(true, 10_000));
    CASES.put("rolling-restarts", new RollingRestarts(20, 50));
    CASES.put("cancel-elsewhere", new CancelElsewhere(50));
    CASES.put("killed", new Killed(200));
    CASES.put("start", new Starts(7, 60));
    CASES.put("micro", new Micro());
    CASES.put("soak-h2", soak(false));
    CASES.put("soak-postgres", soak(true));
  }

  private Bench() {}

  public static void main(String[] args) throws Exception {
    Path jar = Path.of("target/outlast.jar");
    Path out = Path.of(System.getProperty("bench.target", "bench/target")).resolveSibling("results.json");
    Path docs = null;
    boolean measure = true;
    List<String> wanted = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--jar" -> jar = Path.of(args[++i]);
        case "--out" -> out = Path.of(args[++i]);
        case "--docs" -> docs = Path.of(args[++i]);
        case "--only-docs" -> measure = false;
        default -> wanted.add(args[i]);
      }
    }
    JsonObject results = Files.exists(out) ? new JsonObject(Files.readString(out)) : new JsonObject();
    if (measure) {
      check(jar, wanted);
      for (String name : wanted.isEmpty() ? List.copyOf(CASES.keySet()) : wanted) {
        System.err.println("== " + name);
        JsonObject result = CASES.get(name).measure(jar.toAbsolutePath());
        result.put("measuredAt", Instant.now().truncatedTo(ChronoUnit.MINUTES).toString());
        results.put("machine", Machine.json()).put(name, result);
        Files.writeString(out, results.encodePrettily() + "\n");
      }
    }
    if (docs != null) {
      Report.write(results, docs);
    }
    System.exit(0);
  }

  private static void check(Path jar, List<String> wanted) {
    if (!Files.exists(jar)) {
      System.err.println("There is no " + jar + "; build it with ./mvnw package, or name another with --jar");
      System.exit(2);
    }
    for (String name : wanted) {
      if (!CASES.containsKey(name)) {
        System.err.println("There is no case " + name + "; cases are " + String.join(", ", CASES.keySet()));
        System.exit(2);
      }
    }
  }

  private static Soak soak(boolean postgres) {
    return new Soak(postgres, Integer.getInteger("bench.soak.minutes", 30), Integer.getInteger("bench.soak.runs", 100_000));
  }

  /** A system property of numbers with commas between them. */
  private static int[] numbers(String property, int... usual) {
    String said = System.getProperty(property);
    return said == null ? usual : Arrays.stream(said.split(",")).mapToInt(Integer::parseInt).toArray();
  }
}

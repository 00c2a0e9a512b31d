package io.outlast.mcp;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outlast.settings.McpServerSettings;
import io.outlast.tool.Effect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullUnmarked;

/**
 * What broken servers cost, measured: {@code KillingBench SECONDS}. A server killed twice a second
 * under load; then a healthy server's times alone, and beside a server that is stuck and one that
 * is killed.
 */
@NullUnmarked
final class KillingBench {

  private KillingBench() {}

  public static void main(String[] args) throws Exception {
    Duration duration = Duration.ofSeconds(Long.parseLong(args[0]));
    Path folder = Files.createTempDirectory("killing");
    Leftovers before = Leftovers.count(folder);
    System.out.println("before: " + before);
    killed(folder, duration);
    System.out.println("after:  " + Leftovers.count(folder));
    System.out.println("alone: " + neighbour(folder, duration.dividedBy(3), false));
    System.out.println(
        "beside a stuck and a dying server: " + neighbour(folder, duration.dividedBy(3), true));
    System.out.println("alone again: " + neighbour(folder, duration.dividedBy(3), false));
    System.out.println("after:  " + Leftovers.count(folder));
  }

  private static void killed(Path folder, Duration duration) throws Exception {
    McpServerSettings settings =
        new FlakyMcpServer(folder, "{}").set("restart.max-backoff", "1s").settings();
    try (OneServer one = new OneServer(settings).ready();
        KillingIT.Killer killer = new KillingIT.Killer(one, Duration.ofMillis(500))) {
      ServerLoad load = new ServerLoad(one.registry, "flaky", "echo", Effect.SIDE_EFFECTING);
      load.start(16, "value", Duration.ofMillis(5));
      pass(duration);
      System.out.println(
          "killed %d times, restarted %d times: %s"
              .formatted(killer.kills(), one.view().restarts(), load.stop()));
    }
  }

  private static ServerLoad.Tally neighbour(Path folder, Duration duration, boolean trouble)
      throws Exception {
    FlakyMcpServer stuck = new FlakyMcpServer(folder, "{\"serial\": true}");
    FlakyMcpServer wedged =
        new FlakyMcpServer(folder, "{\"wedge\": true}").set("startup-timeout", "2s");
    McpServerSettings healthy = new FlakyMcpServer(folder, "{}").settings();
    Map<String, McpServerSettings> servers =
        Map.of("healthy", healthy, "stuck", stuck.settings(), "wedged", wedged.settings());
    McpRegistry registry =
        new McpRegistry(
            trouble ? servers : Map.of("healthy", healthy),
            TransportFactory.standard(UnaryOperator.identity()),
            new SimpleMeterRegistry(),
            Clock.systemUTC(),
            UnaryOperator.identity());
    registry.start();
    try {
      registry.attempted(servers.keySet()).get(30, TimeUnit.SECONDS);
      ServerLoad bad = new ServerLoad(registry, "stuck", "hang", Effect.SIDE_EFFECTING);
      ServerLoad worse = new ServerLoad(registry, "wedged", "echo", Effect.READ_ONLY);
      if (trouble) {
        bad.start(50, "value", Duration.ofMillis(50));
        worse.start(10, "value", Duration.ofMillis(50));
      }
      ServerLoad good = new ServerLoad(registry, "healthy", "echo", Effect.READ_ONLY);
      good.start(4, "value", Duration.ofMillis(5));
      pass(duration);
      ServerLoad.Tally tally = good.stop();
      bad.stop();
      worse.stop();
      return tally;
    } finally {
      registry.stop();
    }
  }

  private static void pass(Duration duration) throws InterruptedException {
    var unused = new CountDownLatch(1).await(duration.toMillis(), TimeUnit.MILLISECONDS);
  }
}

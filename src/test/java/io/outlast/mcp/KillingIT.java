package io.outlast.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.outlast.control.Deadline;
import io.outlast.tool.Effect;
import io.outlast.tool.ToolExchange;
import io.outlast.tool.ToolReply;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers that are killed again and again. The numbers of a long run: {@link KillingBench}. */
@NullUnmarked
@Timeout(240)
class KillingIT {

  private static final Map<String, Object> NOTHING = Map.of();

  @TempDir private Path folder;

  @Test
  void aHundredCallersOnAJustKilledServerCauseOneRestart() throws Exception {
    FlakyMcpServer server = new FlakyMcpServer(folder, "{}");
    try (OneServer one = new OneServer(server.settings()).ready()) {
      long generation = one.view().generation();
      Duration startUp = one.view().timings().connect().plus(one.view().timings().list());
      ProcessHandle process = ProcessHandle.of(one.view().pid()).orElseThrow();

      process.destroyForcibly();
      long killed = System.nanoTime();
      List<ToolExchange> calls =
          OneServer.times(
              100,
              () ->
                  one.begin("echo", Map.of("value", "x"), Deadline.after(Duration.ofSeconds(30))));
      CompletableFuture<?> all =
          CompletableFuture.allOf(
              calls.stream().map(ToolExchange::reply).toArray(CompletableFuture[]::new));
      all.get(30, TimeUnit.SECONDS);

      Duration took = Duration.ofNanos(System.nanoTime() - killed);
      System.out.printf("100 callers: %s, start-up %s%n", took, startUp);
      // Generous: this start may be slower than the first one was, on a busy machine.
      assertThat(took).isLessThan(Duration.ofSeconds(2).plus(startUp.multipliedBy(5)));
      assertThat(calls)
          .extracting(call -> call.reply().join())
          .allMatch(reply -> reply instanceof ToolReply.Result || reply instanceof ToolReply.Lost);
      await().until(() -> one.view().state().equals("ready"));
      assertThat(one.view().generation()).isEqualTo(generation + 1);
      assertThat(one.text("echo", Map.of("value", "new"))).isEqualTo("new");
      assertThat(server.pids()).hasSize(2);
    }
  }

  @Test
  void aServerKilledTwiceASecondUnderLoadGivesNoWrongAnswerAndLeavesNothing() throws Exception {
    Leftovers before = Leftovers.count(folder);
    FlakyMcpServer server = new FlakyMcpServer(folder, "{}").set("restart.max-backoff", "1s");
    ServerLoad.Tally tally;
    try (OneServer one = new OneServer(server.settings()).ready();
        Killer killer = new Killer(one, Duration.ofMillis(500))) {
      ServerLoad load = new ServerLoad(one.registry, "flaky", "echo", Effect.SIDE_EFFECTING);
      load.start(8, "value", Duration.ofMillis(5));
      await().atMost(Duration.ofSeconds(60)).until(() -> killer.kills() >= 12);
      tally = load.stop();
    }
    System.out.println("Killed every 500 ms: " + tally);
    assertThat(tally.right()).isPositive();
    assertThat(tally.wrong()).isZero();
    assertThat(tally.overshoot()).isLessThan(Duration.ofSeconds(1));
    await().atMost(Duration.ofSeconds(10)).until(() -> Leftovers.count(folder).noMoreThan(before));
  }

  @Test
  void aHundredRestartsOfAProcessLeaveNothingBehind() throws Exception {
    FlakyMcpServer server = new FlakyMcpServer(folder, "{}");
    try (OneServer one = new OneServer(server.settings()).ready()) {
      restartOften(one);
    }
  }

  @Test
  void aHundredRestartsOverHttpLeaveNothingBehind() throws Exception {
    try (RawHttpServer server = new RawHttpServer(KillingIT::serve);
        OneServer one = new OneServer(StreamableFixture.settings(server.url("/mcp"), Map.of()))) {
      one.ready();
      restartOften(one);
    }
  }

  private static void serve(RawHttpServer.Request request, RawHttpServer.Connection connection)
      throws IOException {
    if (!StreamableFixture.handshake(request, connection)) {
      connection.result(request, "{\"tools\":[{\"name\":\"echo\"}],\"content\":[]}");
    }
  }

  private void restartOften(OneServer one) throws IOException {
    for (int i = 0; i < 3; i++) {
      restart(one);
    }
    Leftovers before = Leftovers.count(folder);
    for (int i = 0; i < 100; i++) {
      restart(one);
    }
    System.out.println("Before 100 restarts " + before + ", after " + Leftovers.count(folder));
    // Connections that are being closed, and sockets of which the other side has yet to hear.
    await().atMost(Duration.ofSeconds(20)).until(() -> Leftovers.count(folder).noMoreThan(before));
  }

  private static void restart(OneServer one) {
    long next = one.view().generation() + 1;
    one.registry.restart("flaky");
    await()
        .pollInterval(Duration.ofMillis(5))
        .atMost(Duration.ofSeconds(20))
        .until(() -> one.view().generation() == next && one.view().state().equals("ready"));
    assertThat(one.call("echo", NOTHING)).isInstanceOf(ToolReply.Result.class);
  }

  /** Kills whatever process serves, at a fixed pace. */
  static final class Killer implements AutoCloseable {

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private volatile int kills;

    Killer(OneServer one, Duration every) {
      var unused =
          timer.scheduleAtFixedRate(
              () ->
                  Optional.ofNullable(one.view().pid())
                      .flatMap(ProcessHandle::of)
                      .filter(ProcessHandle::destroyForcibly)
                      .ifPresent(killed -> kills++),
              every.toMillis(),
              every.toMillis(),
              TimeUnit.MILLISECONDS);
    }

    int kills() {
      return kills;
    }

    @Override
    public void close() {
      timer.shutdownNow();
    }
  }
}

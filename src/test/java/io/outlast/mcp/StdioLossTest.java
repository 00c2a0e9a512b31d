package io.outlast.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.outlast.tool.Delivery;
import io.outlast.tool.ToolExchange;
import io.outlast.tool.ToolListener;
import io.outlast.tool.ToolReply;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** When the connection to a stdio server is lost, when it is given up, and how it is made anew. */
@NullUnmarked
class StdioLossTest extends StdioStage {

  @Test
  void aDyingProcessFailsEveryCallInFlightAtOnceAndNotAtItsDeadline() throws Exception {
    ready();
    List<ToolExchange> calls = OneServer.times(20, this::hang);
    ProcessHandle process = ProcessHandle.of(one.view().pid()).orElseThrow();
    CompletableFuture<Long> died = process.onExit().thenApply(p -> System.nanoTime());
    CompletableFuture<Long> failed =
        CompletableFuture.allOf(
                calls.stream().map(ToolExchange::reply).toArray(CompletableFuture[]::new))
            .thenApply(v -> System.nanoTime());

    one.begin("exit", Map.of("code", 7), in(Duration.ofSeconds(5)));

    long after = failed.get(5, TimeUnit.SECONDS) - died.get(5, TimeUnit.SECONDS);
    assertThat(Duration.ofNanos(after)).isLessThan(Duration.ofSeconds(4));
    for (ToolExchange call : calls) {
      assertThat(call.reply().join())
          .isInstanceOfSatisfying(
              ToolReply.Lost.class,
              lost -> {
                assertThat(lost.delivery()).isEqualTo(Delivery.MAYBE_EXECUTED);
                // Its last breath and the news of its end race each other; both are true.
                assertThat(lost.cause()).containsAnyOf("code 7", "closed its stdout");
              });
    }
    assertThat(flaky.received("notifications/cancelled")).isEmpty();
  }

  @Test
  void closedStdoutIsALossAndTheProcessIsPutAway() throws Exception {
    ready();
    long old = one.view().pid();
    assertThat(one.call("closeStdout", NOTHING)).isInstanceOf(ToolReply.Lost.class);
    assertThat(one.text("echo", Map.of("value", "new"))).isEqualTo("new");
    await().until(() -> !alive(old));
  }

  @Test
  void anyNumberOfCallersCauseOneRestart() throws Exception {
    ready();
    long generation = one.view().generation();
    ProcessHandle.of(one.view().pid()).orElseThrow().destroyForcibly();

    List<String> told = new CopyOnWriteArrayList<>();
    ToolListener listener =
        new ToolListener() {
          @Override
          public void connected(String server, long to, boolean recreated) {
            if (recreated) {
              told.add(server + to);
            }
          }
        };
    await().until(() -> !one.view().state().equals("ready"));
    List<ToolExchange> calls =
        OneServer.times(
            16, () -> one.begin("echo", Map.of(), in(Duration.ofSeconds(10)), listener));

    for (ToolExchange call : calls) {
      assertThat(call.reply().get(10, TimeUnit.SECONDS)).isInstanceOf(ToolReply.Result.class);
    }
    assertThat(flaky.pids()).hasSize(2);
    assertThat(one.view().restarts()).isEqualTo(1);
    assertThat(one.view().generation()).isEqualTo(generation + 1);
    assertThat(one.counted("outlast.mcp.reconnects")).isEqualTo(1);
    assertThat(told).isNotEmpty().containsOnly("flaky" + (generation + 1));
  }

  @Test
  void crashesInARowAreRestartedAtOnceAtFirst() throws IOException {
    ready();
    for (int i = 0; i < 4; i++) {
      assertThat(one.call("exit", Map.of("code", 1))).isInstanceOf(ToolReply.Lost.class);
    }
    assertThat(one.text("echo", Map.of("value", "back"))).isEqualTo("back");
    assertThat(flaky.pids()).hasSize(5);
  }

  @Test
  void aTimedOutCallAloneRestartsNothing() throws Exception {
    ready();
    ToolExchange hang = one.begin("hang", NOTHING, in(Duration.ofMillis(300)));
    await().until(() -> flaky.calls("hang").size() == 1);
    hang.abandon("tool_timeout").get(2, TimeUnit.SECONDS);
    await().until(() -> flaky.received("ping").size() == 2 && one.view().state().equals("ready"));
    assertThat(one.view().generation()).isEqualTo(1);
  }

  @Test
  void aServerStuckInACallIsReplacedAfterAnUnansweredPing() throws Exception {
    start("{\"serial\": true}");
    one.ready();
    await().until(() -> flaky.received("ping").size() == 1);
    one.text("echo", NOTHING);
    ToolExchange hang = one.begin("hang", NOTHING, in(Duration.ofMillis(200)));
    await().until(() -> flaky.calls("hang").size() == 1);
    hang.abandon("tool_timeout").get(2, TimeUnit.SECONDS);
    assertThat(one.view().state()).isEqualTo("suspect");

    ToolExchange waiting = one.begin("echo", NOTHING, in(Duration.ofSeconds(20)));

    assertThat(waiting.reply().get(20, TimeUnit.SECONDS)).isInstanceOf(ToolReply.Result.class);
    assertThat(flaky.pids()).hasSize(2);
    assertThat(one.view().lastError().message()).contains("ping");
  }

  @Test
  void aServerThatNeverAnswersPingsIsJudgedBySilence() throws Exception {
    start("{\"noPing\": true}");
    one.ready();
    for (int i = 0; i < 2; i++) {
      timeOut();
      assertThat(one.text("echo", NOTHING)).isEmpty();
    }
    assertThat(one.view().generation()).isEqualTo(1);

    timeOut();
    assertThat(one.view().state()).isEqualTo("suspect");
    timeOut();

    await().until(() -> one.view().generation() == 2);
    assertThat(one.view().lastError().message()).contains("in a row");
  }

  private void timeOut() throws Exception {
    int before = flaky.calls("hang").size();
    ToolExchange hang = one.begin("hang", NOTHING, in(Duration.ofMillis(150)));
    await().until(() -> flaky.calls("hang").size() == before + 1);
    // A deadline has no event to wait for.
    CompletableFuture.runAsync(
            () -> {}, CompletableFuture.delayedExecutor(160, TimeUnit.MILLISECONDS))
        .join();
    hang.abandon("tool_timeout").get(2, TimeUnit.SECONDS);
  }
}

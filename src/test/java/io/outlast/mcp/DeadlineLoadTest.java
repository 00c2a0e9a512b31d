package io.outlast.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.outlast.tool.Delivery;
import io.outlast.tool.ToolCallStatus;
import io.outlast.tool.ToolErrorCode;
import io.outlast.tool.ToolOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many calls whose limits fire at once, on one real connection. */
@NullUnmarked
@Timeout(120)
class DeadlineLoadTest extends CallsOverConnections {

  @ParameterizedTest
  @EnumSource
  void ofTwoHundredHungCallsEachIsCancelledAndNothingIsLeft(Over over) throws Exception {
    connect(over);
    List<CompletableFuture<ToolOutcome>> calls = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      calls.add(begin("hang", Map.of(), Duration.ofMillis(2_000 + i % 7 * 150)));
    }
    await().until(() -> server.callIds().size() == 200);
    assertThat(SdkSession.pending(one.registry, "flaky")).isGreaterThanOrEqualTo(200);

    for (CompletableFuture<ToolOutcome> call : calls) {
      ToolOutcome outcome = call.get(30, TimeUnit.SECONDS);
      assertThat(code(outcome)).isEqualTo(ToolErrorCode.TOOL_TIMEOUT);
      assertThat(outcome.cancelSent().get(5, TimeUnit.SECONDS)).isTrue();
    }

    await().until(() -> server.cancelledIds().size() == 200);
    assertThat(server.cancelledIds()).containsExactlyInAnyOrderElementsOf(server.callIds());
    nothingIsLeft();
    assertThat(one.view().generation()).isEqualTo(1);
    assertThat(text(call("echo", Map.of("value", "well"), LONG))).isEqualTo("well");
    var overshoot = one.meters.get("outlast.tool.deadline.overshoot").timer();
    System.out.printf(
        "%s: overshoot of %d calls: mean %.1f ms, max %.1f ms%n",
        over,
        overshoot.count(),
        overshoot.mean(TimeUnit.MILLISECONDS),
        overshoot.max(TimeUnit.MILLISECONDS));
  }

  @ParameterizedTest
  @EnumSource
  void ofThreeThousandCallsWithHardlyAnyTimeNoneIsLostDoubledOrCancelledAhead(Over over)
      throws Exception {
    connect(over);
    int total = 3_000;
    Random random = new Random(7);
    // As many as a busy service has at once; the server is a script, not a load test.
    Semaphore atOnce = new Semaphore(100);
    List<CompletableFuture<ToolOutcome>> calls = new ArrayList<>();
    for (int i = 0; i < total; i++) {
      atOnce.acquire();
      calls.add(
          begin("echo", Map.of("value", "v" + i), Duration.ofNanos(1 + random.nextInt(2_000_000)))
              .whenComplete((outcome, failure) -> atOnce.release()));
    }

    int sent = 0;
    int told = 0;
    for (int i = 0; i < total; i++) {
      ToolOutcome outcome = calls.get(i).get(30, TimeUnit.SECONDS);
      if (outcome.status() == ToolCallStatus.SUCCEEDED) {
        assertThat(text(outcome)).isEqualTo("v" + i);
      } else {
        assertThat(code(outcome)).isEqualTo(ToolErrorCode.TOOL_TIMEOUT);
      }
      sent += outcome.delivery() == Delivery.NOT_SENT ? 0 : 1;
      told += outcome.cancelSent().get(5, TimeUnit.SECONDS) ? 1 : 0;
    }

    // Whoever is cancelled was sent; who is said not to have been sent, never came.
    int least = told;
    await().until(() -> server.cancelledIds().size() >= least);
    assertThat(server.callIds()).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(sent);
    assertThat(server.cancelledIds()).doesNotHaveDuplicates();
    if (over == Over.STDIO) {
      // Over HTTP a request goes with its exchange, perhaps before it is read, and two are read in
      // any order.
      assertThat(cancelledAheadOfTheirRequests()).isEmpty();
    }
    assertThat(text(call("echo", Map.of("value", "last"), LONG))).isEqualTo("last");
    nothingIsLeft();
    System.out.printf(
        "%s: of %d calls %d were sent, %d of them cancelled%n", over, total, sent, told);
  }

  private List<String> cancelledAheadOfTheirRequests() {
    Set<String> seen = new HashSet<>();
    List<String> ahead = new ArrayList<>();
    for (var message : server.everything()) {
      if (message.path("method").asString("").equals("tools/call")) {
        seen.add(message.get("id").asString());
      } else if (message.path("method").asString("").equals("notifications/cancelled")) {
        String id = message.get("params").get("requestId").asString();
        if (!seen.contains(id)) {
          ahead.add(id);
        }
      }
    }
    return ahead;
  }

  @Test
  void answersThatRaceTheirLimitsKeepOneOutcomeThoughTheServerDiesOfAStrayCancel()
      throws Exception {
    connect(
        new FlakyMcpServer(folder, "{\"dieOnCancel\": \"answered\"}")
            .set("restart.initial-backoff", "10ms")
            .set("restart.max-backoff", "50ms"));
    one.ready();
    int expired = 0;
    for (int i = 0; i < 200; i++) {
      own("e" + i, call("echo", Map.of("value", "e" + i), LONG));
      int wait = 2 + i % 5;
      ToolOutcome outcome =
          call(
              "late",
              Map.of("ms", wait, "value", "v" + i),
              Duration.ofMillis(wait).plusNanos((i % 13) * 600_000L));
      own("v" + i, outcome);
      expired += outcome.status() == ToolCallStatus.SUCCEEDED ? 0 : 1;
    }
    System.out.printf(
        "of 200 answers at their limits %d came too late; the server was started %d times%n",
        expired, ((FlakyMcpServer) server).pids().size());
    one.ready();
    assertThat(text(call("echo", Map.of("value", "well"), LONG))).isEqualTo("well");
    nothingIsLeft();
  }

  /** Its own answer, or none because of its limit or of the server's death. */
  private static void own(String text, ToolOutcome outcome) {
    if (outcome.status() == ToolCallStatus.SUCCEEDED) {
      assertThat(text(outcome)).isEqualTo(text);
    } else {
      assertThat(code(outcome))
          .isIn(
              ToolErrorCode.TOOL_TIMEOUT,
              ToolErrorCode.CONNECTION_LOST,
              ToolErrorCode.SERVER_UNAVAILABLE);
    }
  }
}

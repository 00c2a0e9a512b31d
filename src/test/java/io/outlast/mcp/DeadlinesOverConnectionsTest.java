package io.outlast.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.outlast.control.CancelReason;
import io.outlast.control.CancelSignal;
import io.outlast.tool.Delivery;
import io.outlast.tool.ToolCallStatus;
import io.outlast.tool.ToolErrorCode;
import io.outlast.tool.ToolListener;
import io.outlast.tool.ToolOutcome;
import io.outlast.tool.ToolProgress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a limit, a cancel and progress do to a call, whatever the server is spoken to over. */
@NullUnmarked
@Timeout(60)
class DeadlinesOverConnectionsTest extends CallsOverConnections {

  private static final Map<String, Object> NOTHING = Map.of();
  private static final Duration LIMIT = Duration.ofMillis(400);

  @ParameterizedTest
  @EnumSource
  void aCallThatNeverAnswersEndsAtItsLimitAndTheServerIsToldOnce(Over over) throws Exception {
    connect(over);
    long begun = System.nanoTime();

    ToolOutcome hung = call("hang", NOTHING, LIMIT);

    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isBetween(LIMIT, LIMIT.plusSeconds(2));
    assertThat(code(hung)).isEqualTo(ToolErrorCode.TOOL_TIMEOUT);
    assertThat(hung.delivery()).isEqualTo(Delivery.MAYBE_EXECUTED);
    assertThat(hung.error().message()).contains("flaky.hang", "400 ms");
    assertThat(hung.cancelSent().get(3, TimeUnit.SECONDS)).isTrue();
    assertThat(text(call("echo", Map.of("value", "next"), LONG))).isEqualTo("next");
    nothingIsLeft();
    assertThat(server.cancelledIds())
        .containsExactly(server.calls("hang").getFirst().get("id").asString());
    assertThat(
            server.received("notifications/cancelled").getFirst().at("/params/reason").asString())
        .isEqualTo("The call's time limit was reached");
    assertThat(one.view().generation()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void aCancelledRunsCallEndsAtOnceAndTheServerIsToldOnce(Over over) throws Exception {
    connect(over);
    CancelSignal cancel = new CancelSignal();
    CompletableFuture<ToolOutcome> hung = begin("hang", NOTHING, cancel);
    await().until(() -> server.calls("hang").size() == 1);

    cancel.cancel(CancelReason.USER);

    ToolOutcome outcome = hung.get(1, TimeUnit.SECONDS);
    assertThat(outcome.status()).isEqualTo(ToolCallStatus.CANCELLED);
    assertThat(code(outcome)).isEqualTo(ToolErrorCode.RUN_CANCELLED);
    assertThat(outcome.cancelSent().get(3, TimeUnit.SECONDS)).isTrue();
    await().until(() -> server.cancelledIds().equals(server.callIds()));
    nothingIsLeft();
  }

  @ParameterizedTest
  @EnumSource
  void aToolThatStopsWhenToldToDoesNotReplaceTheVerdict(Over over) throws Exception {
    connect(over);

    ToolOutcome told = call("stoppable", NOTHING, LIMIT);

    assertThat(told.cancelSent().get(3, TimeUnit.SECONDS)).isTrue();
    assertThat(text(call("echo", Map.of("value", "own"), LONG))).isEqualTo("own");
    assertThat(code(told)).isEqualTo(ToolErrorCode.TOOL_TIMEOUT);
    assertThat(told.modelText()).doesNotContain("stopped");
    nothingIsLeft();
  }

  @ParameterizedTest
  @EnumSource
  void aLateAnswerIsDroppedAndTheNextCallsGetTheirOwn(Over over) throws Exception {
    connect(over);

    ToolOutcome late = call("late", Map.of("ms", 600, "value", "FIRST"), Duration.ofMillis(200));
    String second = text(call("late", Map.of("ms", 800, "value", "second"), LONG));
    String third = text(call("echo", Map.of("value", "third"), LONG));

    assertThat(code(late)).isEqualTo(ToolErrorCode.TOOL_TIMEOUT);
    assertThat(List.of(second, third)).containsExactly("second", "third");
    nothingIsLeft();
    assertThat(one.view().generation()).isEqualTo(1);
    // Over HTTP the exchange is gone, and with it what would have come.
    assertThat(one.counted("outlast.mcp.late.replies")).isEqualTo(over == Over.STDIO ? 1 : 0);
  }

  @ParameterizedTest
  @EnumSource(names = {"STDIO", "HTTP_EVENT_STREAM"})
  void progressHoldsOffSilenceAndIsHeardInOrder(Over over) throws Exception {
    connect(over);
    List<ToolProgress> heard = new CopyOnWriteArrayList<>();
    ToolListener listener =
        new ToolListener() {
          @Override
          public void progress(ToolProgress progress) {
            heard.add(progress);
          }
        };
    Map<String, Object> slow = Map.of("steps", 6, "every", 250);

    ToolOutcome done =
        call("progress", slow, idle(Duration.ofSeconds(1)), listener, new CancelSignal());
    ToolOutcome silent = call("hang", NOTHING, idle(LIMIT), listener, new CancelSignal());

    assertThat(text(done)).isEqualTo("done");
    assertThat(heard).extracting(ToolProgress::progress).containsExactly(1., 2., 3., 4., 5., 6.);
    assertThat(heard.getLast().message()).isEqualTo("step 6");
    assertThat(code(silent)).isEqualTo(ToolErrorCode.TOOL_IDLE_TIMEOUT);
    assertThat(silent.error().message()).contains("flaky.hang", "400 ms");
    assertThat(server.received("tools/call"))
        .extracting(call -> call.get("params").get("_meta").get("progressToken").asString())
        .doesNotHaveDuplicates()
        .hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTP_JSON", "HTTP_EVENT_STREAM"})
  void aBodyThatDripsIsCutAtTheLimitOfTheWholeCall(Over over) throws Exception {
    connect(over);

    ToolOutcome dripping = call("drip", Map.of("value", "x".repeat(4_000)), LIMIT);

    assertThat(code(dripping)).isEqualTo(ToolErrorCode.TOOL_TIMEOUT);
    assertThat(dripping.cancelSent().get(3, TimeUnit.SECONDS)).isTrue();
    nothingIsLeft();
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTP_JSON", "HTTP_EVENT_STREAM"})
  void afterARepeatUnderAnotherIdItIsTheLiveOneThatIsCancelled(Over over) throws Exception {
    connect(over);
    ((FlakyHttpServer) server).forgetSessions();

    ToolOutcome hung = call("hang", NOTHING, Duration.ofSeconds(2));

    assertThat(code(hung)).isEqualTo(ToolErrorCode.TOOL_TIMEOUT);
    assertThat(hung.cancelSent().get(3, TimeUnit.SECONDS)).isTrue();
    await().until(() -> !server.cancelledIds().isEmpty());
    assertThat(server.callIds()).hasSize(2);
    assertThat(server.cancelledIds()).containsExactly(server.callIds().getLast());
    assertThat(one.view().generation()).isEqualTo(2);
    nothingIsLeft();
  }

  @ParameterizedTest
  @EnumSource(names = {"STDIO", "HTTP_JSON"})
  void noLimitOfTheLibraryFiresBeforeOursAlsoOnALaterConnection(Over over) throws Exception {
    connect(over);
    for (long generation = 1; generation <= 2; generation++) {
      assertThat((Duration) SdkSession.session(one.registry, "flaky", "requestTimeout"))
          .isGreaterThan(Duration.ofDays(365));
      assertThat(
              (Duration)
                  SdkSession.client(one.registry, "flaky", "initializer.initializationTimeout"))
          .isGreaterThan(Duration.ofDays(365));
      if (generation == 1) {
        one.registry.restart("flaky");
        await().until(() -> one.view().generation() == 2 && one.view().state().equals("ready"));
      }
    }
  }

  @Test
  void theLimitOfTheStartIsNoLimitOfCallsNorTheOtherWayRound() throws Exception {
    connect(new FlakyMcpServer(folder, "{}").set("startup-timeout", "1s"));
    one.ready();

    ToolOutcome slow = call("late", Map.of("ms", 1_500, "value", "slow"), LONG);

    assertThat(text(slow)).isEqualTo("slow");
  }

  @Test
  void theHandshakeCountsAgainstTheCallsOwnLimit() throws Exception {
    connect(new FlakyMcpServer(folder, "{\"slowStart\": 20000}"));
    long begun = System.nanoTime();

    ToolOutcome early = call("echo", NOTHING, LIMIT);

    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(15));
    assertThat(code(early)).isEqualTo(ToolErrorCode.TOOL_TIMEOUT);
    assertThat(early.delivery()).isEqualTo(Delivery.NOT_SENT);
    assertThat(early.cancelSent().join()).isFalse();
    assertThat(text(call("echo", Map.of("value", "in time"), LONG))).isEqualTo("in time");
    assertThat(server.callIds()).hasSize(1);
    assertThat(server.cancelledIds()).isEmpty();
  }

  @Test
  void aServerThatDoesOneThingAtATimeIsFreedByTheCancelBeforeTheNextCall() throws Exception {
    connect(new FlakyMcpServer(folder, "{\"serial\": \"honest\"}"));
    one.ready();

    ToolOutcome hung = call("hang", NOTHING, LIMIT);
    String next = text(call("echo", Map.of("value", "next"), LONG));

    assertThat(code(hung)).isEqualTo(ToolErrorCode.TOOL_TIMEOUT);
    assertThat(next).isEqualTo("next");
    assertThat(one.view().generation()).isEqualTo(1);
  }

  @Test
  void aServerThatDiesOfACancelIsReplacedForTheNextCall() throws Exception {
    connect(new FlakyMcpServer(folder, "{\"dieOnCancel\": \"any\"}"));
    one.ready();

    ToolOutcome hung = call("hang", NOTHING, LIMIT);
    assertThat(hung.cancelSent().get(3, TimeUnit.SECONDS)).isTrue();
    String next = text(call("echo", Map.of("value", "next"), LONG));

    assertThat(code(hung)).isEqualTo(ToolErrorCode.TOOL_TIMEOUT);
    assertThat(next).isEqualTo("next");
    assertThat(((FlakyMcpServer) server).pids()).hasSize(2);
  }
}

package io.outlast.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.outlast.control.Deadline;
import io.outlast.tool.Delivery;
import io.outlast.tool.ToolExchange;
import io.outlast.tool.ToolListener;
import io.outlast.tool.ToolProgress;
import io.outlast.tool.ToolReply;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What calls over a stdio server are told, and what else comes from it meanwhile. */
@NullUnmarked
class StdioCallsTest extends StdioStage {

  @Test
  void anAnswerArrivesAsReceived() throws IOException {
    ready();
    ToolReply reply = one.call("raw", NOTHING);
    assertThat(reply).isInstanceOf(ToolReply.Result.class);
    ToolReply.Result result = (ToolReply.Result) reply;
    assertThat(result.isError()).isTrue();
    assertThat(result.result()).containsKeys("content", "structuredContent", "isError", "vendor");
    assertThat(one.text("echo", Map.of("value", "Ωμέγα 🎈"))).isEqualTo("Ωμέγα 🎈");
  }

  @Test
  void anAbandonedCallIsCancelledOnceAtTheServerByItsOwnId() throws Exception {
    ready();
    ToolExchange hang = hang();
    await().until(() -> flaky.calls("hang").size() == 1);

    assertThat(hang.abandon("tool_timeout").get(2, TimeUnit.SECONDS)).isTrue();
    assertThat(hang.abandon("again").get(2, TimeUnit.SECONDS)).isFalse();

    assertThat(one.text("echo", Map.of("value", "next"))).isEqualTo("next");
    List<JsonNode> cancelled = flaky.received("notifications/cancelled");
    assertThat(cancelled).hasSize(1);
    JsonNode params = cancelled.getFirst().get("params");
    assertThat(params.get("requestId")).isEqualTo(flaky.calls("hang").getFirst().get("id"));
    assertThat(params.get("reason").asString()).isEqualTo("tool_timeout");
    assertThat(hang.reply()).isNotDone();
  }

  @Test
  void anAnsweredCallIsNeverCancelled() throws Exception {
    ready();
    ToolExchange echo = one.begin("echo", NOTHING, in(Duration.ofSeconds(5)));
    echo.reply().get(5, TimeUnit.SECONDS);
    assertThat(echo.delivery()).isEqualTo(Delivery.EXECUTED);
    assertThat(echo.abandon("too late").get(2, TimeUnit.SECONDS)).isFalse();
    one.text("echo", NOTHING);
    assertThat(flaky.received("notifications/cancelled")).isEmpty();
  }

  @Test
  void aLateReplyNeverReachesTheNextCall() throws Exception {
    ready();
    ToolExchange late =
        one.begin("late", Map.of("ms", 300, "value", "TOO LATE"), in(Duration.ofSeconds(5)));
    await().until(() -> flaky.calls("late").size() == 1);
    late.abandon("tool_timeout").get(2, TimeUnit.SECONDS);

    assertThat(one.text("late", Map.of("ms", 600, "value", "in time"))).isEqualTo("in time");
    assertThat(late.reply()).isNotDone();
    assertThat(one.counted("outlast.mcp.late.replies")).isEqualTo(1);
    assertThat(flaky.pids()).hasSize(1);
  }

  @Test
  void aHundredAbandonedCallsLeaveNothingPending() throws Exception {
    ready();
    List<ToolExchange> calls = OneServer.times(100, this::hang);
    assertThat(one.view().inFlight()).isEqualTo(100);
    assertThat(pendingInTheSdk()).isEqualTo(100);

    calls.forEach(call -> call.abandon("tool_timeout"));

    assertThat(one.view().inFlight()).isZero();
    // What may still be there for a moment is the ping of a suspected connection.
    assertThat(pendingInTheSdk()).isLessThan(5);
    await().until(() -> pendingInTheSdk() == 0);
    await().until(() -> flaky.received("notifications/cancelled").size() == 100);
  }

  @Test
  void strayMessagesHarmNothing() throws IOException {
    ready();
    assertThat(one.text("strays", NOTHING)).isEqualTo("after strays");
    // One to nobody, and one that was given before and comes a moment later.
    await().until(() -> one.counted("outlast.mcp.strays", "reply") == 2);
    assertThat(one.counted("outlast.mcp.late.replies")).isZero();
    assertThat(one.counted("outlast.mcp.strays", "progress")).isEqualTo(1);
  }

  @Test
  void linesThatAreNoMessagesAreSkippedAndCounted() throws IOException {
    ready();
    assertThat(one.text("garbage", NOTHING)).isEqualTo("after garbage");
    assertThat(((StdioTransport) one.transports.getFirst()).skippedLines()).isEqualTo(3);
  }

  @Test
  void unreadableRepliesAreProtocolErrorsOfTheirOwnCall() throws IOException {
    ready();
    assertThat(one.call("rpcError", NOTHING))
        .isEqualTo(new ToolReply.ProtocolError(-32000, "upstream said no"));
    assertThat(one.call("oddError", NOTHING))
        .isEqualTo(new ToolReply.ProtocolError(-32603, "just text"));
    assertThat(one.call("oddResult", NOTHING)).isInstanceOf(ToolReply.ProtocolError.class);
    assertThat(one.call("nullResult", NOTHING)).isInstanceOf(ToolReply.ProtocolError.class);
  }

  @Test
  void aReplyOfMegabytesArrivesWholeAndATooLongOneIsALoss() throws IOException {
    ready();
    assertThat(one.text("big", Map.of("bytes", 4_000_000))).hasSize(4_000_000);
    assertThat(one.call("hugeFrame", NOTHING))
        .isInstanceOfSatisfying(
            ToolReply.Lost.class, lost -> assertThat(lost.cause()).contains("16 MiB"));
    assertThat(one.text("echo", Map.of("value", "new"))).isEqualTo("new");
  }

  @Test
  void progressReachesItsOwnCall() throws Exception {
    ready();
    List<ToolProgress> seen = new CopyOnWriteArrayList<>();
    ToolListener listener =
        new ToolListener() {
          @Override
          public void progress(ToolProgress progress) {
            seen.add(progress);
          }
        };
    Deadline deadline = in(Duration.ofSeconds(5));
    one.begin("progress", Map.of("steps", 3, "every", 20), deadline, listener)
        .reply()
        .get(5, TimeUnit.SECONDS);
    assertThat(seen)
        .extracting(ToolProgress::message)
        .containsExactly("step 1", "step 2", "step 3");
    one.text("echo", NOTHING);
    assertThat(flaky.received("tools/call"))
        .extracting(call -> call.get("params").get("_meta").get("progressToken").asString())
        .doesNotHaveDuplicates();
  }

  @Test
  void requestsOfTheServerAreAnsweredOrDeclined() throws IOException {
    start(new FlakyMcpServer(folder, "{}").set("roots[0]", "file:///srv/data"));
    one.ready();
    JsonNode answers = JsonMapper.shared().readTree(one.text("askBack", NOTHING));
    assertThat(answers.get("ping").isObject()).isTrue();
    assertThat(answers.get("roots/list").get("roots").get(0).get("uri").asString())
        .isEqualTo("file:///srv/data");
    for (String declined : List.of("sampling/createMessage", "elicitation/create", "no/such")) {
      assertThat(answers.get(declined).asInt()).isEqualTo(-32601);
    }
    JsonNode offered = flaky.received("initialize").getFirst().get("params").get("capabilities");
    assertThat(offered.propertyNames()).containsExactly("roots");
  }

  @Test
  void aCallThatWaitsForASlotHasNotBeenSent() throws Exception {
    start(new FlakyMcpServer(folder, "{}").set("max-concurrent-calls", "1"));
    one.ready();
    ToolExchange first = hang();
    ToolExchange second = one.begin("echo", NOTHING, in(Duration.ofSeconds(5)));
    ToolExchange third = one.begin("echo", NOTHING, in(Duration.ofSeconds(5)));
    assertThat(second.abandon("tool_timeout").get(2, TimeUnit.SECONDS)).isFalse();
    assertThat(second.delivery()).isEqualTo(Delivery.NOT_SENT);

    first.abandon("tool_timeout").get(2, TimeUnit.SECONDS);

    assertThat(third.reply().get(5, TimeUnit.SECONDS)).isInstanceOf(ToolReply.Result.class);
    assertThat(flaky.calls("echo")).hasSize(1);
  }

  @Test
  void aToolThatIsNotOnOfferIsNotCalled() throws IOException {
    start(new FlakyMcpServer(folder, "{}").set("exclude[0]", "h*"));
    one.ready();
    assertThat(one.call("hang", NOTHING)).isInstanceOf(ToolReply.UnknownTool.class);
    assertThat(flaky.received("tools/call")).isEmpty();
  }

  private int pendingInTheSdk() {
    return SdkSession.pending(one.registry, "flaky");
  }
}

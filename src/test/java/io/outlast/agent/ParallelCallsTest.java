package io.outlast.agent;

import static io.outlast.agent.PlayedModel.call;
import static io.outlast.agent.PlayedModel.calls;
import static io.outlast.agent.PlayedModel.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.outlast.run.Run;
import io.outlast.run.RunEvent;
import io.outlast.run.RunStatus;
import io.outlast.run.StopReason;
import io.outlast.settings.LimitOverrides;
import io.outlast.tool.Effect;
import io.outlast.tool.ToolReply;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Calls of one turn, of which some fail and some hang. */
@NullUnmarked
class ParallelCallsTest {

  private static final CompletableFuture<ToolReply> NEVER = new CompletableFuture<>();

  private static PlayedTools tools() {
    return new PlayedTools()
        .echo()
        .tool(
            "forbidden",
            Effect.READ_ONLY,
            a -> CompletableFuture.completedFuture(new ToolReply.ProtocolError(403, "forbidden")))
        .tool("hang", Effect.SIDE_EFFECTING, a -> NEVER);
  }

  private static LimitOverrides limits(Duration run, Duration tool) {
    return RequestLimits.read(
        "{\"runTimeout\": \"%s\", \"toolTimeout\": \"%s\"}".formatted(run, tool));
  }

  @Test
  void aHangingCallHoldsNoOtherBackAndEveryOneGetsItsResultInOrder() throws Exception {
    LoopStage stage =
        new LoopStage(
            new PlayedModel(
                calls(
                    call("h", "hang", "{}"),
                    call("e", "echo", "{\"text\":\"fast\"}"),
                    call("f", "forbidden", "{}")),
                says("went on")),
            tools(),
            limits(Duration.ofSeconds(30), Duration.ofSeconds(2)));
    Run claimed = stage.accepted();
    CompletableFuture<Run> end = CompletableFuture.supplyAsync(() -> stage.toTheEnd(claimed));

    await()
        .until(() ->
            stage.types(claimed).stream().filter("tool.finished"::equals).count() == 2
                && !end.isDone());
    Run run = end.get();

    assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
    List<String> told = stage.model.lastToldResults();
    assertThat(told).hasSize(3);
    assertThat(told.get(0)).startsWith("h=").contains("srv.hang", "2 s", "unknown");
    assertThat(told.get(1)).isEqualTo("e=fast");
    assertThat(told.get(2)).startsWith("f=").contains("forbidden");
    assertThat(stage.call(run, "h").error().code()).isEqualTo("tool_timeout");
    assertThat(stage.call(run, "f").error().code()).isEqualTo("protocol_error");
    assertThat(finishedCalls(stage, run)).doesNotHaveDuplicates().hasSize(3);
  }

  private static List<String> finishedCalls(LoopStage stage, Run run) {
    return stage.events(run).stream()
        .filter(entry -> entry.event() instanceof RunEvent.ToolFinished)
        .map(entry -> ((RunEvent.ToolFinished) entry.event()).callId())
        .toList();
  }

  @Test
  void theNearerOfToolLimitAndRunTimeDecidesWhetherTheRunGoesOn() {
    Run toolFirst = hung(limits(Duration.ofSeconds(20), Duration.ofMillis(300)));
    Run runFirst = hung(limits(Duration.ofMillis(800), Duration.ofSeconds(20)));

    assertThat(toolFirst.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(runFirst.status()).isEqualTo(RunStatus.TIMED_OUT);
    assertThat(runFirst.stopReason()).isEqualTo(StopReason.RUN_TIMEOUT);
  }

  private static Run hung(LimitOverrides limits) {
    LoopStage stage =
        new LoopStage(
            new PlayedModel(calls(call("h", "hang", "{}")), says("went on")), tools(), limits);
    Run run = stage.toTheEnd(stage.accepted());
    String reason = run.status() == RunStatus.COMPLETED ? "tool_timeout" : "run_timeout";
    assertThat(stage.call(run, "h").error().code()).isEqualTo(reason);
    assertThat(stage.call(run, "h").status()).isEqualTo("timed_out");
    return run;
  }
}

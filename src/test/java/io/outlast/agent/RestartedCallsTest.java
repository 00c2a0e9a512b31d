package io.outlast.agent;

import static io.outlast.agent.PlayedModel.call;
import static io.outlast.agent.PlayedModel.calls;
import static io.outlast.agent.PlayedModel.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.outlast.run.Run;
import io.outlast.run.RunStatus;
import io.outlast.run.ToolCallRecord;
import io.outlast.tool.Effect;
import io.outlast.tool.ToolReply;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tool calls under which the process was stopped, and what the next one does about them. */
@Timeout(60)
class RestartedCallsTest {

  private static final CompletableFuture<ToolReply> NEVER = new CompletableFuture<>();

  /** The default of the global layer. */
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private final PlayedTools tools =
      new PlayedTools()
          .tool("read", Effect.READ_ONLY, a -> NEVER)
          .tool("write", Effect.SIDE_EFFECTING, a -> NEVER);

  @Test
  void aRepeatedCallHasWhatIsLeftOfTheLimitThatWasFixedAtFirst() throws Exception {
    LoopStage stage = stage("read");
    Run run = drained(stage, tools);

    LoopStage next = stage.restartedAfter(LIMIT.minusSeconds(2), tools);
    next.toTheEnd(next.claim(run));

    ToolCallRecord call = next.call(run, "c");
    assertThat(call.error().code()).isEqualTo("tool_timeout");
    assertThat(call.error().message()).contains("its limit of 10 min");
    assertThat(call.deadline().value()).isEqualTo("PT10M");
    assertThat(call.attempts()).isEqualTo(2);
    assertThat(tools.calledTools()).containsExactly("read", "read");
    await().until(() -> next.call(run, "c").cancelSent());
  }

  @Test
  void aCallWhoseTimeRanOutMeanwhileIsNotSentAgain() throws Exception {
    LoopStage stage = stage("read");
    Run run = drained(stage, tools);

    LoopStage next = stage.restartedAfter(LIMIT.plusSeconds(1), tools);
    Run ended = next.toTheEnd(next.claim(run));

    ToolCallRecord call = next.call(run, "c");
    assertThat(call.error().code()).isEqualTo("tool_timeout");
    assertThat(call.delivery()).isEqualTo("maybe_executed");
    assertThat(call.attempts()).isEqualTo(1);
    assertThat(tools.calledTools()).containsExactly("read");
    assertThat(ended.status()).isEqualTo(RunStatus.COMPLETED);
  }

  @Test
  void everyStartCountsItsAttempt() throws Exception {
    AtomicInteger reads = new AtomicInteger();
    PlayedTools third =
        new PlayedTools()
            .tool(
                "read",
                Effect.READ_ONLY,
                a -> reads.incrementAndGet() < 3 ? NEVER : PlayedTools.answer("at last"));
    LoopStage stage = new LoopStage(new PlayedModel(calls(read()), says("end")), third);
    Run run = drained(stage, third);
    LoopStage again = stage.restarted();
    again.drain(again.claim(run), () -> third.calledTools().size() == 2);

    LoopStage last = stage.restarted();
    last.toTheEnd(last.claim(run));

    assertThat(last.call(run, "c").status()).isEqualTo("succeeded");
    assertThat(last.call(run, "c").attempts()).isEqualTo(3);
    assertThat(last.call(run, "c").cancelSent()).isFalse();
  }

  @Test
  void whatMayNotBeRepeatedHasItsLastWordBeforeTheProcessStops() throws Exception {
    LoopStage stage = stage("write");
    Run run = drained(stage, tools);

    ToolCallRecord call = stage.call(run, "c");
    assertThat(call.status()).isEqualTo("outcome_unknown");
    assertThat(call.error().code()).isEqualTo("interrupted_by_restart");
    assertThat(call.attempts()).isEqualTo(1);
    await().until(() -> stage.call(run, "c").cancelSent());
    LoopStage next = stage.restartedAfter(Duration.ofHours(1), tools);
    next.toTheEnd(next.claim(run));

    assertThat(next.call(run, "c").durationMs()).isEqualTo(call.durationMs()).isLessThan(60_000);
    assertThat(next.model.lastToldResults().getFirst()).contains("interrupted by a restart");
    assertThat(tools.calledTools()).containsExactly("write");
  }

  @Test
  void aCallWhoseToolIsGoneEnds() throws Exception {
    LoopStage stage = stage("read");
    Run run = drained(stage, tools);

    LoopStage next = stage.restartedAfter(Duration.ZERO, new PlayedTools());
    next.toTheEnd(next.claim(run));

    assertThat(next.journal.allToolCalls(run.id()))
        .singleElement()
        .satisfies(it -> assertThat(it.status()).isEqualTo("failed"))
        .satisfies(it -> assertThat(it.delivery()).isEqualTo("maybe_executed"))
        .satisfies(it -> assertThat(it.error().code()).isEqualTo("interrupted_by_restart"));
  }

  @Test
  void aRunHearsThatAServerIsConnectedAnew() {
    PlayedTools lost = new PlayedTools();
    lost.tool(
        "read",
        Effect.READ_ONLY,
        a -> {
          lost.generation.incrementAndGet();
          return PlayedTools.answer("read");
        });
    LoopStage stage =
        new LoopStage(
            new PlayedModel(calls(read()), calls(call("d", "read", "{\"n\":1}")), says("end")),
            lost);

    Run run = stage.toTheEnd(stage.accepted());

    assertThat(stage.types(run)).containsOnlyOnce("mcp.reconnected");
  }

  private LoopStage stage(String tool) {
    return new LoopStage(new PlayedModel(calls(call("c", tool, "{}")), says("end")), tools);
  }

  private static Run drained(LoopStage stage, PlayedTools tools) throws Exception {
    Run run = stage.accepted();
    stage.drain(run, () -> tools.calledTools().size() == 1);
    return run;
  }

  private static io.outlast.model.ModelToolCall read() {
    return call("c", "read", "{}");
  }
}

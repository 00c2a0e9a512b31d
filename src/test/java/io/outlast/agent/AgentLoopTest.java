package io.outlast.agent;

import static io.outlast.agent.PlayedModel.call;
import static io.outlast.agent.PlayedModel.calls;
import static io.outlast.agent.PlayedModel.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.outlast.control.CancelReason;
import io.outlast.model.Message;
import io.outlast.model.ModelReply;
import io.outlast.run.Run;
import io.outlast.run.RunStatus;
import io.outlast.run.RunUsage;
import io.outlast.run.StopReason;
import io.outlast.settings.LimitOverrides;
import io.outlast.tool.Effect;
import io.outlast.tool.ToolReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AgentLoopTest {

  private static final CompletableFuture<ToolReply> NEVER = new CompletableFuture<>();

  @Test
  void anAgentUsesAToolAndAnswersWithWhatItLearned() {
    LoopStage stage =
        new LoopStage(
            new PlayedModel(calls(call("a", "echo", "{\"text\":\"hello\"}")), says("done")),
            new PlayedTools().echo());

    Run run = stage.toTheEnd(stage.accepted());

    assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(run.output()).isEqualTo("done");
    assertThat(run.usage()).isEqualTo(new RunUsage(2, 1, 20, 10));
    assertThat(stage.model.lastToldResults()).containsExactly("a=hello");
    assertThat(stage.types(run))
        .containsExactly(
            "run.queued",
            "run.started",
            "turn.started",
            "model.started",
            "model.finished",
            "tool.dispatched",
            "tool.finished",
            "turn.started",
            "model.started",
            "model.finished",
            "message.completed",
            "run.finished");
    assertThat(stage.call(run, "a").seq()).isEqualTo(6);
  }

  @Test
  void everyCallGetsOneResultInTheModelsOrderUnderAUniqueId() {
    LoopStage stage =
        new LoopStage(
            new PlayedModel(
                calls(
                    call("c1", "echo", "{\"text\":\"one\"}"),
                    call("c2", "nonsense", "{}"),
                    call("c3", "echo", "{"),
                    call("c4", "echo", "{\"text\":\"four\"}")),
                calls(
                    call("c1", "echo", "{\"text\":\"again\"}"),
                    call("", "echo", "{\"text\":\"nameless\"}"),
                    call("", "echo", "{\"text\":\"too\"}")),
                says("end")),
            new PlayedTools().echo());

    Run run = stage.toTheEnd(stage.accepted());

    List<Message.ToolResult> results = new ArrayList<>();
    for (Message message : stage.model.asked.getLast().messages()) {
      if (message instanceof Message.ToolResults turn) {
        results.addAll(turn.results());
      }
    }
    assertThat(results)
        .extracting(Message.ToolResult::callId)
        .containsExactly("c1", "c2", "c3", "c4", "c1_2", "call_t2", "call_t2_2");
    assertThat(results.get(3).text()).isEqualTo("four");
    assertThat(results.get(4).text()).isEqualTo("again");
    assertThat(stage.call(run, "c2").error().code()).isEqualTo("unknown_tool");
    assertThat(stage.call(run, "c3").error().code()).isEqualTo("invalid_arguments");
    assertThat(stage.call(run, "c3").delivery()).isEqualTo("not_sent");
    assertThat(stage.tools.started).hasSize(5);
  }

  @Test
  void brokenArgumentsGoBackToTheModelAsAnEmptyObjectSoThatProvidersAcceptTheHistory() {
    LoopStage stage =
        new LoopStage(
            new PlayedModel(calls(call("a", "echo", "{\"text\": \"cut of")), says("end")),
            new PlayedTools().echo());

    Run run = stage.toTheEnd(stage.accepted());

    Message.Assistant said = (Message.Assistant) stage.model.asked.getLast().messages().get(1);
    assertThat(said.toolCalls().getFirst().arguments()).isEqualTo("{}");
    assertThat(stage.call(run, "a").arguments()).isEqualTo("{\"text\": \"cut of");
  }

  @Test
  void turnsAreCappedAndTheCallsOfTheLastTurnAreNotMade() {
    AtomicInteger n = new AtomicInteger();
    LoopStage stage =
        new LoopStage(
            new PlayedModel(calls(call("a", "count", "{}"))),
            new PlayedTools()
                .tool(
                    "count",
                    Effect.SIDE_EFFECTING,
                    a -> PlayedTools.answer("" + n.incrementAndGet())),
            limits("maxTurns", "3"));

    Run run = stage.toTheEnd(stage.accepted());

    assertThat(run.stopReason()).isEqualTo(StopReason.MAX_TURNS);
    assertThat(run.status()).isEqualTo(RunStatus.FAILED);
    assertThat(run.usage().turns()).isEqualTo(3);
    assertThat(stage.model.asked).hasSize(3);
    assertThat(n).hasValue(2);
    assertThat(stage.types(run)).containsOnlyOnce("budget.warning");
  }

  @Test
  void toolCallsAreCappedBeforeTheOneThatIsTooMuch() {
    AtomicInteger n = new AtomicInteger();
    LoopStage stage =
        new LoopStage(
            new PlayedModel(calls(call("a", "count", "{}"))),
            new PlayedTools()
                .tool(
                    "count",
                    Effect.SIDE_EFFECTING,
                    a -> PlayedTools.answer("" + n.incrementAndGet())),
            limits("maxToolCalls", "2"));

    Run run = stage.toTheEnd(stage.accepted());

    assertThat(run.stopReason()).isEqualTo(StopReason.MAX_TOOL_CALLS);
    assertThat(n).hasValue(2);
  }

  @Test
  void tokensAreCappedBeforeMoreIsAskedButAnAnswerThatIsThereCounts() {
    LoopStage over =
        new LoopStage(
            new PlayedModel(calls(call("a", "echo", "{}")), says("end")),
            new PlayedTools().echo(),
            limits("maxTotalTokens", "15"));
    assertThat(over.toTheEnd(over.accepted()).stopReason()).isEqualTo(StopReason.TOKEN_BUDGET);

    LoopStage answered =
        new LoopStage(
            new PlayedModel(says("end")), new PlayedTools(), limits("maxTotalTokens", "15"));
    assertThat(answered.toTheEnd(answered.accepted()).output()).isEqualTo("end");
  }

  @Test
  void theSameCallWithTheSameResultIsNotedAtTheThirdTurnAndFatalAtTheFifth() {
    LoopStage stage =
        new LoopStage(
            new PlayedModel(calls(call("a", "echo", "{\"text\":\"x\"}"))),
            new PlayedTools().echo());

    Run run = stage.toTheEnd(stage.accepted());

    assertThat(run.stopReason()).isEqualTo(StopReason.AGENT_ERROR);
    assertThat(stage.model.asked).hasSize(5);
    assertThat(lastResult(stage, 2)).isEqualTo("x");
    assertThat(lastResult(stage, 3)).contains("same result 3 turns in a row");
  }

  @Test
  void aDifferentResultIsNoRepeat() {
    AtomicInteger n = new AtomicInteger();
    LoopStage stage =
        new LoopStage(
            new PlayedModel(calls(call("a", "count", "{}"))),
            new PlayedTools()
                .tool("count", Effect.READ_ONLY, a -> PlayedTools.answer("" + n.incrementAndGet())),
            limits("maxTurns", "8"));

    assertThat(stage.toTheEnd(stage.accepted()).stopReason()).isEqualTo(StopReason.MAX_TURNS);
  }

  @Test
  void aLongResultReachesTheModelCutAndTheJournalWhole() {
    LoopStage stage =
        new LoopStage(
            new PlayedModel(calls(call("a", "big", "{}")), says("end")),
            new PlayedTools()
                .tool("big", Effect.READ_ONLY, a -> PlayedTools.answer("x".repeat(5000))),
            limits("maxResultBytes", "\"1000B\""));

    Run run = stage.toTheEnd(stage.accepted());

    assertThat(stage.model.lastToldResults().getFirst())
        .hasSizeLessThan(1200)
        .contains("4000 of 5000 bytes left out");
    assertThat(stage.call(run, "a").result()).contains("x".repeat(5000));
  }

  @Test
  void modelTroubleEndsTheRunInTheProvidersWords() {
    LoopStage stage =
        new LoopStage(
            new PlayedModel(new ModelReply.Failed(ModelReply.Kind.ERROR, 400, "llama is asleep")),
            new PlayedTools());
    Run run = stage.toTheEnd(stage.accepted());
    assertThat(run.stopReason()).isEqualTo(StopReason.MODEL_ERROR);
    assertThat(run.error().message()).contains("llama is asleep");

    LoopStage slow =
        new LoopStage(
            new PlayedModel(new ModelReply.TimedOut(true, Duration.ofSeconds(1))),
            new PlayedTools());
    assertThat(slow.toTheEnd(slow.accepted()).stopReason()).isEqualTo(StopReason.RUN_TIMEOUT);
  }

  @Test
  void aMissingRequiredServerFailsTheRunBeforeTheModelIsAsked() {
    PlayedTools tools = new PlayedTools().echo();
    tools.missing.add(new io.outlast.tool.ToolSource.MissingServer("srv", "exit code 3"));
    LoopStage stage = new LoopStage(new PlayedModel(says("never")), tools);

    Run run = stage.toTheEnd(stage.accepted());

    assertThat(run.stopReason()).isEqualTo(StopReason.REQUIRED_SERVER_UNAVAILABLE);
    assertThat(run.error().message()).contains("srv").contains("exit code 3");
    assertThat(stage.model.asked).isEmpty();
  }

  @Test
  void aCancelInMidCallEndsTheRunAndKeepsWhatWasFinished() throws Exception {
    LoopStage stage =
        new LoopStage(
            new PlayedModel(
                calls(call("h", "hang", "{}"), call("e", "echo", "{\"text\":\"x\"}")),
                says("never")),
            new PlayedTools().echo().tool("hang", Effect.SIDE_EFFECTING, a -> NEVER));
    Run claimed = stage.accepted();
    CompletableFuture<Run> end = CompletableFuture.supplyAsync(() -> stage.toTheEnd(claimed));
    await().until(() -> stage.types(claimed).contains("tool.finished"));

    stage.cancel.cancel(CancelReason.USER);

    Run run = end.get();
    assertThat(run.status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(stage.call(run, "h").error().code()).isEqualTo("run_cancelled");
    assertThat(stage.call(run, "e").status()).isEqualTo("succeeded");
    assertThat(stage.tools.abandoned).hasSize(1);
    await().until(() -> stage.call(run, "h").cancelSent());
    assertThat(stage.model.asked).hasSize(1);
  }

  @Test
  void aDrainHandsTheRunOverAndTheNextStartTellsOnlyWhatIsKnown() throws Exception {
    AtomicInteger reads = new AtomicInteger();
    PlayedTools tools =
        new PlayedTools()
            .tool("write", Effect.SIDE_EFFECTING, a -> NEVER)
            .tool(
                "read",
                Effect.READ_ONLY,
                a -> reads.incrementAndGet() == 1 ? NEVER : PlayedTools.answer("read again"))
            .echo();
    LoopStage stage =
        new LoopStage(
            new PlayedModel(
                calls(call("e", "echo", "{\"text\":\"once\"}")),
                calls(call("w", "write", "{}"), call("r", "read", "{}")),
                says("end")),
            tools);
    Run first = stage.accepted();
    stage.drain(first, () -> tools.calledTools().containsAll(List.of("write", "read")));

    LoopStage next = stage.restarted();
    Run run = next.toTheEnd(next.claim(first));

    assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(run.attempt()).isEqualTo(2);
    assertThat(next.model.lastToldResults().get(0)).startsWith("w=").contains("unknown");
    assertThat(next.model.lastToldResults().get(1)).isEqualTo("r=read again");
    assertThat(next.call(run, "w").status()).isEqualTo("outcome_unknown");
    assertThat(next.call(run, "w").error().code()).isEqualTo("interrupted_by_restart");
    assertThat(tools.calledTools()).containsOnlyOnce("echo", "write");
    assertThat(next.types(run)).containsOnlyOnce("run.resumed", "run.finished");
    assertThat(run.usage().toolCalls()).isEqualTo(3);
  }

  @Test
  void aStoppingProcessHandsOverAtTheNextStepBoundary() {
    LoopStage stage =
        new LoopStage(
            new PlayedModel(calls(call("e", "echo", "{\"text\":\"once\"}")), says("end")),
            new PlayedTools().echo());
    stage.stopping.set(true);
    Run first = stage.accepted();

    assertThat(stage.loop(first)).isInstanceOf(LoopEnd.HandedOver.class);
    assertThat(stage.model.asked).isEmpty();
  }

  @Test
  void anOwnerThatWasReplacedWritesNothingMore() {
    PlayedTools tools = new PlayedTools().echo();
    LoopStage stage =
        new LoopStage(
            new PlayedModel(calls(call("e", "echo", "{\"text\":\"once\"}")), says("end")), tools);
    Run first = stage.accepted();
    stage.log(first).handBack();
    Run second = stage.claim(first);

    assertThat(stage.loop(first)).isInstanceOf(LoopEnd.Lost.class);
    assertThat(tools.calledTools()).isEmpty();
    assertThat(stage.toTheEnd(second).status()).isEqualTo(RunStatus.COMPLETED);
  }

  @Test
  void aRunThatIsLostWithItsProcessAgainAndAgainIsGivenUp() {
    LoopStage stage = new LoopStage(new PlayedModel(says("end")), new PlayedTools());
    Run claimed = stage.accepted();
    for (int lost = 0; lost < 6; lost++) {
      stage.journal.takeBack(claimed.id());
      claimed = stage.claim(claimed);
    }

    Run run = stage.toTheEnd(claimed);

    assertThat(run.stopReason()).isEqualTo(StopReason.RECOVERY_EXHAUSTED);
    assertThat(stage.model.asked).isEmpty();
  }

  @Test
  void aRunThatIsHandedOverAgainAndAgainGoesOn() {
    LoopStage stage = new LoopStage(new PlayedModel(says("end")), new PlayedTools());
    Run claimed = stage.accepted();
    for (int restarts = 0; restarts < 20; restarts++) {
      stage.log(claimed).handBack();
      claimed = stage.claim(claimed);
    }

    assertThat(stage.toTheEnd(claimed).status()).isEqualTo(RunStatus.COMPLETED);
  }

  private static String lastResult(LoopStage stage, int request) {
    return ((Message.ToolResults) stage.model.asked.get(request).messages().getLast())
        .results()
        .getFirst()
        .text();
  }

  private static LimitOverrides limits(String name, String json) {
    return RequestLimits.read("{\"" + name + "\": " + json + "}");
  }
}

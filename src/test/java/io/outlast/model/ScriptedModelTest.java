package io.outlast.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.control.CancelReason;
import io.outlast.model.ScriptTurn.Call;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScriptedModelTest {

  private static final Message.User INPUT = new Message.User("go");
  private static final Message.Assistant FIRST =
      new Message.Assistant("", List.of(new ModelToolCall("call_1_1", "a__b", "{}")));
  private static final Message.ToolResults RESULTS =
      new Message.ToolResults(
          List.of(
              new Message.ToolResult("call_1_1", "a__b", "one $1"),
              new Message.ToolResult("call_1_2", "a__b", "two")));

  private final Model model = new ScriptedModel(new ModelMeter(() -> null, "scripted", "script"));

  @Test
  void theFirstTurnIsPlayedFirst() {
    ScriptTurn calls =
        new ScriptTurn(
            List.of(new Call("a__b", Map.of("x", 1)), new Call("a__c", Map.of())),
            null,
            Duration.ZERO);
    assertThat(new Asked().messages(INPUT).script(calls, says("end")).of(model))
        .isEqualTo(
            new ModelReply.Answer(
                "",
                List.of(
                    new ModelToolCall("call_1_1", "a__b", "{\"x\":1}"),
                    new ModelToolCall("call_1_2", "a__c", "{}")),
                ModelReply.Usage.NONE));
  }

  @Test
  void theLastTurnIsPlayedForEver() {
    Asked asked = new Asked().messages(INPUT, FIRST, RESULTS, FIRST, RESULTS).script(says("end"));
    assertThat(asked.of(model)).isEqualTo(answer("end"));
  }

  @Test
  void resultsOfTheWholeRunAreQuoted() {
    Asked asked =
        new Asked()
            .messages(INPUT, FIRST, RESULTS, FIRST, RESULTS)
            .script(says("{{result.1}}, {{ result.4 }}, {{result.5}}"));
    assertThat(asked.of(model)).isEqualTo(answer("one $1, two, {{result.5}}"));
  }

  @Test
  void argumentsQuoteResultsAtAnyDepth() {
    ScriptTurn turn =
        new ScriptTurn(
            List.of(new Call("a__b", Map.of("l", List.of(Map.of("t", "<{{result.2}}>"), 7)))),
            null,
            Duration.ZERO);
    assertThat(new Asked().messages(INPUT, FIRST, RESULTS).script(turn).of(model))
        .isInstanceOfSatisfying(
            ModelReply.Answer.class,
            answer ->
                assertThat(answer.toolCalls())
                    .containsExactly(
                        new ModelToolCall("call_2_1", "a__b", "{\"l\":[{\"t\":\"<two>\"},7]}")));
  }

  @Test
  void aDelayIsCutByTheLimitThatComesFirst() {
    ScriptTurn slow = new ScriptTurn(List.of(), "late", Duration.ofHours(1));
    assertThat(
            new Asked()
                .script(slow)
                .timeout(Duration.ofMillis(5))
                .budget(Duration.ofHours(2))
                .of(model))
        .isEqualTo(new ModelReply.TimedOut(false, Duration.ofMillis(5)));
    assertThat(
            new Asked()
                .script(slow)
                .timeout(Duration.ofHours(2))
                .budget(Duration.ofMillis(5))
                .of(model))
        .isInstanceOfSatisfying(
            ModelReply.TimedOut.class, end -> assertThat(end.byBudget()).isTrue());
  }

  @Test
  void aDelayIsKept() {
    long started = System.nanoTime();
    ScriptTurn slow = new ScriptTurn(List.of(), "late", Duration.ofMillis(30));
    assertThat(new Asked().script(slow).of(model)).isEqualTo(answer("late"));
    assertThat(Duration.ofNanos(System.nanoTime() - started)).isGreaterThan(Duration.ofMillis(30));
  }

  @Test
  void aCancelEndsTheDelay() {
    Asked asked = new Asked().script(new ScriptTurn(List.of(), "late", Duration.ofHours(1)));
    Thread.startVirtualThread(() -> asked.cancel.cancel(CancelReason.USER));
    assertThat(asked.of(model)).isEqualTo(new ModelReply.Cancelled());
  }

  @Test
  void anAgentWithoutAScriptFailsClearly() {
    assertThat(new Asked().of(model))
        .isInstanceOfSatisfying(
            ModelReply.Failed.class, failed -> assertThat(failed.message()).contains("no script"));
  }

  private static ScriptTurn says(String text) {
    return new ScriptTurn(List.of(), text, Duration.ZERO);
  }

  private static ModelReply.Answer answer(String text) {
    return new ModelReply.Answer(text, List.of(), ModelReply.Usage.NONE);
  }
}

package io.outlast.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sources that block, throw, or answer too late harm nobody but their call. */
class ToolRunnerSourcesTest extends ToolRunnerStage {

  @Test
  void aSourceThatBlocksHoldsNobodyUp() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    ScriptedToolSource source =
        source(exchange -> {
          await(release);
        });

    ToolOutcome outcome = run(source, Effect.SIDE_EFFECTING, SHORT);

    assertThat(code(outcome)).isEqualTo(ToolErrorCode.TOOL_TIMEOUT);
    assertThat(outcome.delivery()).isEqualTo(Delivery.MAYBE_EXECUTED);
    assertThat(outcome.cancelSent()).isNotDone();
    release.countDown();
    assertThat(outcome.cancelSent().get(5, TimeUnit.SECONDS)).isTrue();
    assertThat(source.next().abandoned()).hasSize(1);
  }

  @Test
  void aSourceThatBlocksWhenACallIsGivenUpHoldsNobodyUp() {
    CountDownLatch release = new CountDownLatch(1);
    ScriptedToolSource source = source(exchange -> exchange.onAbandon(e -> await(release)));

    ToolOutcome outcome = run(source, Effect.SIDE_EFFECTING, SHORT);

    assertThat(code(outcome)).isEqualTo(ToolErrorCode.TOOL_TIMEOUT);
    assertThat(outcome.cancelSent()).isNotDone();
    release.countDown();
  }

  @Test
  void whatCannotBeProvenNotToHaveLeftMayHaveBeenExecuted() {
    CountDownLatch release = new CountDownLatch(1);
    ScriptedToolSource source =
        source(exchange -> exchange.reached(Delivery.NOT_SENT).onAbandon(e -> await(release)));

    assertThat(run(source, Effect.SIDE_EFFECTING, SHORT).delivery())
        .isEqualTo(Delivery.MAYBE_EXECUTED);
    release.countDown();
  }

  @Test
  void aCallThatLeavesWhileItIsGivenUpIsNotSaidToHaveStayed() {
    ScriptedToolSource source =
        source(exchange ->
            exchange.reached(Delivery.NOT_SENT).onAbandon(e -> e.reached(Delivery.MAYBE_EXECUTED)));

    assertThat(run(source, Effect.SIDE_EFFECTING, SHORT).delivery())
        .isEqualTo(Delivery.MAYBE_EXECUTED);
  }

  @Test
  void aCallThatStillWaitsWasNotSentAndNobodyIsTold() throws Exception {
    ScriptedToolSource source = source(exchange -> exchange.reached(Delivery.NOT_SENT));

    ToolOutcome outcome = run(source, Effect.SIDE_EFFECTING, SHORT);

    assertThat(outcome.delivery()).isEqualTo(Delivery.NOT_SENT);
    assertThat(outcome.cancelSent().get(5, TimeUnit.SECONDS)).isFalse();
    assertThat(outcome.modelText()).contains("never reached the server");
  }

  @ParameterizedTest
  @CsvSource({"SIDE_EFFECTING, OUTCOME_UNKNOWN, 1", "READ_ONLY, FAILED, 2"})
  void aSourceThatThrowsIsALostCall(Effect effect, ToolCallStatus status, int attempts) {
    ToolOutcome outcome =
        run(
            source(exchange -> {
              throw new IllegalStateException("a bug");
            }),
            effect,
            LONG);

    assertThat(outcome.status()).isEqualTo(status);
    assertThat(code(outcome)).isEqualTo(ToolErrorCode.CONNECTION_LOST);
    assertThat(outcome.attempts()).isEqualTo(attempts);
  }

  @Test
  void aReplyThatFailsIsALostCall() {
    ToolOutcome outcome =
        run(
            source(e -> e.reply().completeExceptionally(new AssertionError("never"))),
            Effect.SIDE_EFFECTING,
            LONG);

    assertThat(outcome.status()).isEqualTo(ToolCallStatus.OUTCOME_UNKNOWN);
  }

  @Test
  void anAnswerThatComesBecauseTheToolWasToldToStopNeverReplacesTheVerdict() throws Exception {
    ScriptedToolSource source =
        source(exchange -> exchange.onAbandon(e -> e.reply().complete(result("stopped"))));

    ToolOutcome outcome = run(source, Effect.READ_ONLY, SHORT);
    outcome.cancelSent().get(5, TimeUnit.SECONDS);

    assertThat(source.next().reply()).isDone();
    assertThat(code(outcome)).isEqualTo(ToolErrorCode.TOOL_TIMEOUT);
    assertThat(outcome.result()).isNull();
  }

  @Test
  void aLateAnswerIsNotHeardAndTheNextCallGetsItsOwn() throws Exception {
    ScriptedToolSource source =
        new ScriptedToolSource(exchange -> {}, ScriptedToolSource.answers(result("second")));
    ToolRunner runner = runner(source);
    ToolOutcome first = run(runner, Effect.READ_ONLY, Calls.limit(SHORT));

    source.next().reply().complete(result("TOO LATE"));
    ToolOutcome second = run(runner, Effect.READ_ONLY, Calls.limit(LONG));

    assertThat(code(first)).isEqualTo(ToolErrorCode.TOOL_TIMEOUT);
    assertThat(second.modelText()).isEqualTo("second");
    assertThat(source.started()).hasSize(2);
  }

  @Test
  void lateProgressIsNotHeard() throws Exception {
    List<ToolProgress> heard = new CopyOnWriteArrayList<>();
    ScriptedToolSource source = ScriptedToolSource.neverAnswers();
    runner(source).run(Calls.call(Effect.READ_ONLY, Calls.limit(SHORT)), listener(heard), cancel);

    source.next().request().listener().progress(new ToolProgress(1, null, null));

    assertThat(heard).isEmpty();
  }
}

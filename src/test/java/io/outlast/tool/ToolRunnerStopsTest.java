package io.outlast.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.control.CancelReason;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What stops a call from outside. */
class ToolRunnerStopsTest extends ToolRunnerStage {

  @ParameterizedTest
  @EnumSource(CancelReason.class)
  void theRunsStopEndsTheCallAtOnce(CancelReason reason) throws Exception {
    ScriptedToolSource source = ScriptedToolSource.neverAnswers();
    CompletableFuture<ToolOutcome> call = later(() -> run(source, Effect.SIDE_EFFECTING, LONG));
    ScriptedToolSource.Exchange exchange = source.next();

    cancel.cancel(reason);
    ToolOutcome outcome = call.get(10, TimeUnit.SECONDS);

    switch (reason) {
      case USER -> assertThat(code(outcome)).isEqualTo(ToolErrorCode.RUN_CANCELLED);
      case RUN_TIMEOUT -> assertThat(code(outcome)).isEqualTo(ToolErrorCode.RUN_TIMEOUT);
      case DRAIN, LEASE_LOST ->
          assertThat(code(outcome)).isEqualTo(ToolErrorCode.INTERRUPTED_BY_RESTART);
    }
    assertThat(outcome.isHandedOn())
        .isEqualTo(reason == CancelReason.DRAIN || reason == CancelReason.LEASE_LOST);
    assertThat(outcome.cancelSent().get(5, TimeUnit.SECONDS)).isTrue();
    assertThat(exchange.abandoned()).hasSize(1);
  }

  @Test
  void aStopThatWasGivenBeforeBeatsTheDeadlineAndNothingIsSent() {
    ScriptedToolSource source = ScriptedToolSource.neverAnswers();
    cancel.cancel(CancelReason.USER);

    ToolOutcome outcome = run(source, Effect.SIDE_EFFECTING, Duration.ofNanos(1));

    assertThat(code(outcome)).isEqualTo(ToolErrorCode.RUN_CANCELLED);
    assertThat(outcome.delivery()).isEqualTo(Delivery.NOT_SENT);
    assertThat(outcome.attempts()).isZero();
    assertThat(outcome.cancelSent()).isCompletedWithValue(false);
    assertThat(source.started()).isEmpty();
  }

  @Test
  void aRunsTimerThatIsAheadByAHairDoesNotRelabelTheToolsLimit() throws Exception {
    ScriptedToolSource source = ScriptedToolSource.neverAnswers();
    CompletableFuture<ToolOutcome> call =
        later(() -> run(source, Effect.READ_ONLY, Duration.ofMillis(200)));
    source.next();

    cancel.cancel(CancelReason.RUN_TIMEOUT);

    assertThat(code(call.get(10, TimeUnit.SECONDS))).isEqualTo(ToolErrorCode.TOOL_TIMEOUT);
  }

  @Test
  void anInterruptEndsTheCallAsAStoppingProcessDoes() throws Exception {
    ScriptedToolSource source = ScriptedToolSource.neverAnswers();
    CompletableFuture<Boolean> stillSet = new CompletableFuture<>();
    CompletableFuture<ToolOutcome> call = new CompletableFuture<>();
    Thread caller =
        Thread.ofVirtual()
            .start(() -> {
              call.complete(run(source, Effect.SIDE_EFFECTING, LONG));
              stillSet.complete(Thread.currentThread().isInterrupted());
            });
    source.next();

    caller.interrupt();

    assertThat(call.get(10, TimeUnit.SECONDS).isHandedOn()).isTrue();
    assertThat(stillSet.get(10, TimeUnit.SECONDS)).isTrue();
  }
}

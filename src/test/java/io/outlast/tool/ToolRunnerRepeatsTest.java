package io.outlast.tool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which lost calls are sent once more. */
class ToolRunnerRepeatsTest extends ToolRunnerStage {

  @ParameterizedTest
  @CsvSource({
    "READ_ONLY, NOT_SENT, 2",
    "IDEMPOTENT, NOT_SENT, 2",
    "SIDE_EFFECTING, NOT_SENT, 2",
    "READ_ONLY, MAYBE_EXECUTED, 2",
    "IDEMPOTENT, MAYBE_EXECUTED, 2",
    "SIDE_EFFECTING, MAYBE_EXECUTED, 1"
  })
  void aLostCallIsSentOnceMoreWhereThatCanDoNoHarm(Effect effect, Delivery delivery, int attempts) {
    ScriptedToolSource source =
        new ScriptedToolSource(
            ScriptedToolSource.loses(delivery), ScriptedToolSource.answers(result("again")));

    ToolOutcome outcome = run(source, effect, LONG);

    assertThat(source.started()).hasSize(attempts);
    assertThat(outcome.attempts()).isEqualTo(attempts);
    if (attempts == 2) {
      assertThat(outcome.modelText()).isEqualTo("again");
      assertThat(retryCalls("successful_with_retry")).isEqualTo(1);
    } else {
      assertThat(outcome).isInstanceOf(ToolOutcome.OutcomeUnknown.class);
      assertThat(retryCalls("failed_without_retry")).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "READ_ONLY, MAYBE_EXECUTED, MAYBE_EXECUTED, FAILED, MAYBE_EXECUTED",
    "READ_ONLY, MAYBE_EXECUTED, NOT_SENT, FAILED, MAYBE_EXECUTED",
    "IDEMPOTENT, NOT_SENT, MAYBE_EXECUTED, FAILED, MAYBE_EXECUTED",
    "SIDE_EFFECTING, NOT_SENT, NOT_SENT, FAILED, NOT_SENT",
    "SIDE_EFFECTING, NOT_SENT, MAYBE_EXECUTED, OUTCOME_UNKNOWN, MAYBE_EXECUTED"
  })
  void aSecondLossIsTheLast(
      Effect effect, Delivery first, Delivery second, ToolCallStatus status, Delivery known) {
    ScriptedToolSource source =
        new ScriptedToolSource(
            ScriptedToolSource.loses(first),
            ScriptedToolSource.loses(second),
            ScriptedToolSource.answers(result("a third time")));

    ToolOutcome outcome = run(source, effect, LONG);

    assertThat(source.started()).hasSize(2);
    assertThat(outcome.status()).isEqualTo(status);
    assertThat(outcome.delivery()).isEqualTo(known);
    assertThat(outcome.attempts()).isEqualTo(2);
    assertThat(code(outcome)).isEqualTo(ToolErrorCode.CONNECTION_LOST);
    assertThat(retryCalls("failed_with_retry")).isEqualTo(1);
  }

  @Test
  void aServerThatIsDownIsNotTriedAgain() {
    ScriptedToolSource source =
        source(ScriptedToolSource.answers(new ToolReply.Unavailable("refused", null, null)));

    ToolOutcome outcome = run(source, Effect.READ_ONLY, LONG);

    assertThat(source.started()).hasSize(1);
    assertThat(code(outcome)).isEqualTo(ToolErrorCode.SERVER_UNAVAILABLE);
    assertThat(outcome.delivery()).isEqualTo(Delivery.NOT_SENT);
  }

  @Test
  void bothAttemptsShareOneDeadlineAndATimeoutIsNotTriedAgain() throws Exception {
    ScriptedToolSource source =
        new ScriptedToolSource(
            ScriptedToolSource.loses(Delivery.MAYBE_EXECUTED),
            exchange -> exchange.reached(Delivery.NOT_SENT));

    ToolOutcome outcome = run(source, Effect.READ_ONLY, SHORT);

    ScriptedToolSource.Exchange first = source.next();
    ScriptedToolSource.Exchange second = source.next();
    assertThat(second.request().deadline()).isSameAs(first.request().deadline());
    assertThat(code(outcome)).isEqualTo(ToolErrorCode.TOOL_TIMEOUT);
    assertThat(outcome.attempts()).isEqualTo(2);
    assertThat(outcome.delivery())
        .as("the first one may have been")
        .isEqualTo(Delivery.MAYBE_EXECUTED);
    assertThat(source.started()).hasSize(2);
    assertThat(first.abandoned()).isEmpty();
    assertThat(second.abandoned()).hasSize(1);
  }

  private double retryCalls(String kind) {
    return meters
        .get("resilience4j.retry.calls")
        .tags("name", "fms:hang", "kind", kind)
        .functionCounter()
        .count();
  }
}

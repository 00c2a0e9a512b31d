package io.outlast.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The words of every outcome, effect and delivery. */
class ToolMessagesTest {

  private static final String LIMIT = "(?s).*\\b1\\.5 s\\b.*";

  static Stream<Arguments> everyEndingEffectAndDelivery() {
    List<Arguments> all = new ArrayList<>();
    for (Ending ending : Ending.values()) {
      for (Effect effect : Effect.values()) {
        for (Delivery delivery : Delivery.values()) {
          all.add(Arguments.of(ending, effect, delivery));
        }
      }
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("everyEndingEffectAndDelivery")
  void aCallThatWasGivenUpIsToldByItsEffectAndByHowFarItGot(
      Ending ending, Effect effect, Delivery delivery) {
    ToolOutcome outcome =
        new Ruling(call(effect, ending == Ending.RUN_TIMEOUT ? "run" : null), reach(delivery))
            .of(ending);

    ToolError error = Calls.error(outcome);
    assertThat(outcome.delivery()).isEqualTo(delivery);
    assertThat(outcome.modelText()).isEqualTo(error.message());
    switch (ending) {
      case TOOL_TIMEOUT -> expect(outcome, ToolCallStatus.TIMED_OUT, "tool_timeout", "limit");
      case TOOL_IDLE_TIMEOUT ->
          expect(outcome, ToolCallStatus.TIMED_OUT, "tool_idle_timeout", "silent|progress");
      case RUN_TIMEOUT -> expect(outcome, ToolCallStatus.TIMED_OUT, "run_timeout", "run's");
      case CANCELLED -> expect(outcome, ToolCallStatus.CANCELLED, "run_cancelled", "cancelled");
      case HANDED_ON ->
          expect(outcome, ToolCallStatus.CANCELLED, "interrupted_by_restart", "restart");
    }
    assertThat(outcome.isHandedOn()).isEqualTo(ending == Ending.HANDED_ON);
    if (outcome.status() == ToolCallStatus.TIMED_OUT) {
      assertThat(error.message()).matches(LIMIT);
    }
    saysWhatIsKnown(error.message(), effect, delivery);
  }

  static Stream<Arguments> everyEffectAndDelivery() {
    return everyEndingEffectAndDelivery().map(a -> Arguments.of(a.get()[1], a.get()[2])).distinct();
  }

  @ParameterizedTest
  @MethodSource("everyEffectAndDelivery")
  void aLostConnectionIsToldByItsEffectAndByHowFarTheCallGot(Effect effect, Delivery delivery) {
    ToolOutcome outcome =
        new Ruling(call(effect, null), reach(Delivery.NOT_SENT))
            .of(new ToolReply.Lost("the process exited with code 3", delivery));

    boolean open = effect == Effect.SIDE_EFFECTING && delivery != Delivery.NOT_SENT;
    expect(
        outcome,
        open ? ToolCallStatus.OUTCOME_UNKNOWN : ToolCallStatus.FAILED,
        "connection_lost",
        "exited with code 3\\.");
    saysWhatIsKnown(outcome.modelText(), effect, delivery);
  }

  @ParameterizedTest
  @MethodSource("everyEffectAndDelivery")
  void aServerThatIsDownOrHasNoSuchToolWasNotCalledUnlessItHadBeenBefore(
      Effect effect, Delivery before) {
    Instant since = Instant.parse("2026-01-02T03:04:05.678Z");
    Ruling ruling = new Ruling(call(effect, null), reach(before));
    ToolOutcome down =
        ruling.of(new ToolReply.Unavailable("refused", since, since.plusSeconds(60)));
    ToolOutcome unknown = ruling.of(new ToolReply.UnknownTool("it is gone"));

    if (before == Delivery.NOT_SENT) {
      expect(down, ToolCallStatus.FAILED, "server_unavailable", "down since 2026-01-02T03:04:05Z");
      assertThat(down.modelText())
          .contains("2026-01-02T03:05:05Z", "without it", "was not called")
          .doesNotContain("unknown");
      expect(unknown, ToolCallStatus.FAILED, "unknown_tool", "does not have this tool");
      assertThat(List.of(down.delivery(), unknown.delivery())).containsOnly(Delivery.NOT_SENT);
    } else {
      for (ToolOutcome outcome : List.of(down, unknown)) {
        assertThat(Calls.error(outcome).code()).isEqualTo(ToolErrorCode.CONNECTION_LOST);
        assertThat(outcome.delivery()).isEqualTo(before);
        saysWhatIsKnown(outcome.modelText(), effect, before);
      }
    }
  }

  @Test
  void aServerOfWhichLittleIsKnownIsNotSaidToBeDownSinceAnything() {
    ToolOutcome outcome =
        new Ruling(call(Effect.READ_ONLY, null), reach(Delivery.NOT_SENT))
            .of(new ToolReply.Unavailable("bad command", null, null));

    assertThat(outcome.modelText())
        .isEqualTo(
            "The server fms is unavailable, so fms.hang was not called: bad command. Go on without"
                + " it, or try again later.");
  }

  @ParameterizedTest
  @MethodSource("everyEffectAndDelivery")
  void aRestartLeavesOnlyASideEffectOpen(Effect effect, Delivery delivery) {
    ToolOutcome outcome =
        ToolOutcomes.interruptedByRestart(new ToolRef("fms", "hang"), effect, delivery, 1);

    boolean open = effect == Effect.SIDE_EFFECTING && delivery != Delivery.NOT_SENT;
    expect(
        outcome,
        open ? ToolCallStatus.OUTCOME_UNKNOWN : ToolCallStatus.FAILED,
        "interrupted_by_restart",
        "restart");
    saysWhatIsKnown(outcome.modelText(), effect, delivery);
  }

  @Test
  void whatTheToolSaysAboutItsErrorIsPassedOnAsItIs() {
    Map<String, Object> result =
        Map.of("content", List.of(Map.of("type", "text", "text", "no luck")), "isError", true);

    ToolOutcome outcome =
        new Ruling(call(Effect.SIDE_EFFECTING, null), reach(Delivery.NOT_SENT))
            .of(new ToolReply.Result(result));

    assertThat(outcome)
        .isEqualTo(
            new ToolOutcome.Failed(
                new ToolError(ToolErrorCode.TOOL_ERROR, "no luck"), Delivery.EXECUTED, 1, result));
    assertThat(outcome.modelText()).isEqualTo("no luck");
  }

  @Test
  void aLongErrorResultReachesTheModelWholeAndTheErrorCut() {
    Map<String, Object> result =
        Map.of(
            "content", List.of(Map.of("type", "text", "text", "x".repeat(9_000))), "isError", true);

    ToolOutcome outcome =
        new Ruling(call(Effect.READ_ONLY, null), reach(Delivery.NOT_SENT))
            .of(new ToolReply.Result(result));

    assertThat(outcome.modelText()).hasSize(9_000);
    assertThat(Calls.error(outcome).message())
        .hasSizeBetween(4_000, 4_300)
        .contains("of 9000 bytes");
  }

  @Test
  void aProtocolErrorIsAnAnswer() {
    ToolOutcome outcome =
        new Ruling(call(Effect.SIDE_EFFECTING, null), reach(Delivery.NOT_SENT))
            .of(new ToolReply.ProtocolError(-32602, "missing 'file'"));

    expect(outcome, ToolCallStatus.FAILED, "protocol_error", "\\(-32602\\): missing 'file'\\.");
    assertThat(outcome.delivery()).isEqualTo(Delivery.EXECUTED);
  }

  @Test
  void aToolThatDoesNotExistIsAnsweredWithThoseThatDo() {
    List<String> many = IntStream.range(0, 55).mapToObj(i -> "fms__t" + i).toList();

    expect(
        ToolOutcomes.unknownTool("fms__nonsense", List.of("fms__echo", "fms__pid")),
        ToolCallStatus.FAILED,
        "unknown_tool",
        "'fms__nonsense'.*fms__echo, fms__pid\\.");
    assertThat(ToolOutcomes.unknownTool("x", many).modelText()).contains("t39 and 15 more.");
    assertThat(ToolOutcomes.unknownTool("x", List.of()).modelText()).contains("no tools");
  }

  @Test
  void argumentsThatCannotBeUsedComeBackWithTheProblemAndTheSchema() {
    ToolSpec tool = Calls.tool("append", Effect.SIDE_EFFECTING);
    Map<String, Object> huge = Map.of("type", "object", "title", "x".repeat(5_000));

    ToolOutcome outcome = ToolOutcomes.invalidArguments(tool, "They are not valid JSON");

    assertThat(outcome.status()).isEqualTo(ToolCallStatus.FAILED);
    assertThat(outcome.delivery()).isEqualTo(Delivery.NOT_SENT);
    assertThat(outcome.attempts()).isZero();
    assertThat(outcome.modelText())
        .contains("fms.append was not called", "not valid JSON.", "\"timeout_ms\"");
    assertThat(
            ToolOutcomes.invalidArguments(
                    new ToolSpec("x", tool.ref(), "", huge, tool.effect()), "Bad")
                .modelText())
        .hasSizeLessThan(200);
  }

  @ParameterizedTest
  @CsvSource({
    "PT0.001S, 1 ms",
    "PT0.999999S, 999 ms",
    "PT1S, 1 s",
    "PT1.5S, 1.5 s",
    "PT3.987123S, 3.987 s",
    "PT1M, 1 min",
    "PT2M5S, 2 min 5 s",
    "PT1H, 1 h",
    "PT25H30M0.25S, 25 h 30 min 0.25 s"
  })
  void durationsReadLikeSpeech(Duration duration, String text) {
    assertThat(DurationText.of(duration)).isEqualTo(text);
  }

  private static void expect(
      ToolOutcome outcome, ToolCallStatus status, String code, String words) {
    ToolError error = Calls.error(outcome);
    assertThat(outcome.status()).isEqualTo(status);
    assertThat(error.code().wireName()).isEqualTo(code);
    assertThat(error.message()).matches("(?is).*(" + words + ").*");
  }

  private static void saysWhatIsKnown(String message, Effect effect, Delivery delivery) {
    assertThat(message).contains("fms.hang").endsWith(".");
    if (delivery == Delivery.NOT_SENT) {
      assertThat(message)
          .contains("never reached the server", "try again later")
          .doesNotContain("unknown", "may ", "changed");
      return;
    }
    assertThat(message).doesNotContain("never reached");
    switch (effect) {
      case READ_ONLY ->
          assertThat(message)
              .contains("Nothing was changed", "ask for less", "try again")
              .doesNotContainIgnoringCase("unknown");
      case IDEMPOTENT ->
          assertThat(message).contains("unknown", "safe").doesNotContain("Check", "Nothing");
      case SIDE_EFFECTING ->
          assertThat(message).contains("unknown", "may ", "Check the state").doesNotContain("safe");
    }
  }

  private static ToolCall call(Effect effect, @Nullable String cappedBy) {
    Duration limit = Duration.ofMillis(1_500);
    return Calls.call(effect, Calls.limits(limit, limit, cappedBy));
  }

  private static CallInFlight.Reach reach(Delivery delivery) {
    return new CallInFlight.Reach(delivery, 1, CompletableFuture.completedFuture(false));
  }
}

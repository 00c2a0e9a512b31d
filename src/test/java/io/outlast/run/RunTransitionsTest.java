package io.outlast.run;

import static io.outlast.run.RunStatus.CANCELLED;
import static io.outlast.run.RunStatus.COMPLETED;
import static io.outlast.run.RunStatus.FAILED;
import static io.outlast.run.RunStatus.QUEUED;
import static io.outlast.run.RunStatus.RUNNING;
import static io.outlast.run.RunStatus.TIMED_OUT;
import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.run.RunTransitions.Event;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class RunTransitionsTest {

  /** Whatever is not here can not happen. */
  private static final Map<RunStatus, Map<Event, RunStatus>> TABLE =
      Map.of(
          QUEUED,
          Map.of(
              Event.CLAIM, RUNNING,
              Event.CANCEL, CANCELLED,
              Event.TIME_OUT, TIMED_OUT,
              Event.FAIL, FAILED),
          RUNNING,
          Map.of(
              Event.HAND_BACK, QUEUED,
              Event.COMPLETE, COMPLETED,
              Event.FAIL, FAILED,
              Event.CANCEL, CANCELLED,
              Event.TIME_OUT, TIMED_OUT));

  @ParameterizedTest
  @MethodSource("everyPair")
  void everyStateAnswersEveryEvent(RunStatus state, Event event) {
    Optional<RunStatus> expected =
        Optional.ofNullable(TABLE.getOrDefault(state, Map.of()).get(event));
    assertThat(RunTransitions.next(state, event)).isEqualTo(expected);
  }

  static Stream<Arguments> everyPair() {
    return Arrays.stream(RunStatus.values())
        .flatMap(state -> Arrays.stream(Event.values()).map(event -> Arguments.of(state, event)));
  }

  @ParameterizedTest
  @EnumSource
  void everyStopReasonEndsARunningRunInItsOwnState(StopReason reason) {
    assertThat(reason.status().isTerminal()).isTrue();
    assertThat(RunTransitions.next(RUNNING, RunTransitions.ending(reason)))
        .contains(reason.status());
  }
}

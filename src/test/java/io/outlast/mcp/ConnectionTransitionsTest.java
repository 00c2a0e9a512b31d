package io.outlast.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.mcp.ConnectionEvent.Begin;
import io.outlast.mcp.ConnectionEvent.Close;
import io.outlast.mcp.ConnectionEvent.Connected;
import io.outlast.mcp.ConnectionEvent.Down;
import io.outlast.mcp.ConnectionEvent.Refused;
import io.outlast.mcp.ConnectionEvent.Suspected;
import io.outlast.mcp.ConnectionEvent.Trusted;
import io.outlast.mcp.ConnectionState.Backoff;
import io.outlast.mcp.ConnectionState.Closed;
import io.outlast.mcp.ConnectionState.Connecting;
import io.outlast.mcp.ConnectionState.Failed;
import io.outlast.mcp.ConnectionState.Ready;
import io.outlast.mcp.ConnectionState.Suspect;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@NullUnmarked
class ConnectionTransitionsTest {

  private static final Instant THEN = Instant.parse("2026-01-01T00:00:00Z");
  static final Instant NOW = THEN.plusSeconds(10);

  private static final List<ConnectionState> STATES =
      List.of(
          new Connecting(THEN, 3, 0),
          new Ready(THEN, 3, 0),
          new Suspect(THEN, 3, 0),
          new Backoff(THEN, 1, NOW, "x", 6),
          new Failed(THEN, "x", 0),
          new Closed(THEN, 0));

  private static final List<ConnectionEvent> EVENTS =
      List.of(
          new Begin(4, "x"),
          new Connected(3),
          new Down(3, "gone"),
          new Refused(3, "401"),
          new Suspected(3, "slow"),
          new Trusted(3),
          new Close());

  /** Rows: states in the order above; columns: events in the order above. */
  private static final Map<String, List<String>> EXPECTED =
      Map.of(
          "connecting",
          List.of("connecting", "ready", "backoff", "failed", "connecting", "connecting", "closed"),
          "ready",
          List.of("connecting", "ready", "backoff", "failed", "suspect", "ready", "closed"),
          "suspect",
          List.of("connecting", "suspect", "backoff", "failed", "suspect", "ready", "closed"),
          "backoff",
          List.of("connecting", "backoff", "backoff", "backoff", "backoff", "backoff", "closed"),
          "failed",
          List.of("connecting", "failed", "failed", "failed", "failed", "failed", "closed"),
          "closed",
          List.of("closed", "closed", "closed", "closed", "closed", "closed", "closed"));

  record Pair(ConnectionState state, ConnectionEvent event, String expected) {}

  static Stream<Pair> everyPair() {
    return STATES.stream()
        .flatMap(state ->
            EVENTS.stream()
                .map(event ->
                    new Pair(
                        state, event, EXPECTED.get(state.wireName()).get(EVENTS.indexOf(event)))));
  }

  @ParameterizedTest
  @MethodSource("everyPair")
  void everyEventInEveryStateLeadsWhereTheTableSays(Pair pair) {
    ConnectionState next = next(pair.state(), pair.event());
    assertThat(next.wireName()).isEqualTo(pair.expected());
    if (next.wireName().equals(pair.state().wireName()) && !(pair.event() instanceof Begin)) {
      assertThat(next).isSameAs(pair.state());
    }
  }

  @Test
  void whatComesFromAnOlderGenerationChangesNothing() {
    for (ConnectionState state : STATES) {
      for (ConnectionEvent event :
          List.of(
              new Connected(2),
              new Down(2, "x"),
              new Refused(2, "x"),
              new Suspected(2, "slow"),
              new Trusted(2))) {
        assertThat(next(state, event)).isSameAs(state);
      }
    }
  }

  @Test
  void theFirstLossesAreRepairedAtOnceAndThenTheWaitGrows() {
    ConnectionState state = new Ready(THEN, 1, 0);
    for (int loss = 1; loss <= 8; loss++) {
      Backoff down = (Backoff) next(state, new Down(loss, "crash"));
      int waited = Math.max(0, loss - ConnectionTransitions.FREE_STRIKES);
      assertThat(Duration.between(NOW, down.nextAttemptAt())).hasSeconds(waited);
      state = next(down, new Begin(loss + 1, "x"));
      state = next(state, new Connected(loss + 1));
    }
  }

  @Test
  void aFailedAttemptIsFollowedByAWaitAlsoTheFirstTime() {
    Backoff first = (Backoff) next(new Connecting(THEN, 1, 0), new Down(1, "refused"));
    assertThat(first.attempt()).isEqualTo(1);
    assertThat(first.nextAttemptAt()).isEqualTo(NOW.plusSeconds(1));
    Backoff second = (Backoff) next(next(first, new Begin(2, "x")), new Down(2, "refused"));
    assertThat(second.attempt()).isEqualTo(2);
    assertThat(second.nextAttemptAt()).isEqualTo(NOW.plusSeconds(2));
  }

  @Test
  void aMinuteOfGoodServiceForgetsWhatWasBefore() {
    Ready served = new Ready(NOW.minus(ConnectionTransitions.GOOD_SERVICE), 1, 30);
    Backoff down = (Backoff) next(served, new Down(1, "crash"));
    assertThat(down.nextAttemptAt()).isEqualTo(NOW);
    assertThat(down.strikes()).isEqualTo(1);
  }

  static ConnectionState next(ConnectionState state, ConnectionEvent event) {
    return ConnectionTransitions.next(state, event, NOW, n -> Duration.ofSeconds(n));
  }
}

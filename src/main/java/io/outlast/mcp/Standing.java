package io.outlast.mcp;

import io.outlast.mcp.ConnectionState.Backoff;
import io.outlast.mcp.ConnectionState.Closed;
import io.outlast.mcp.ConnectionState.Connecting;
import io.outlast.settings.McpServerSettings.Restart;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * How a server stands: the state of its connection, and what went wrong last. Guarded by its
 * server's lock.
 */
final class Standing {

  private final Restart restart;
  private final Clock clock;
  private final ConnectionLog log;
  private final Outage outage = new Outage();
  private ConnectionState state;
  private @Nullable Instant refusedAt;
  private int connections;

  Standing(String server, Restart restart, Clock clock) {
    this.restart = restart;
    this.clock = clock;
    this.log = new ConnectionLog(server);
    this.state = new Backoff(now(), 1, now(), "it is not started yet", 0);
  }

  ConnectionState state() {
    return state;
  }

  boolean isClosed() {
    return state instanceof Closed;
  }

  /** Whether calls are served, or soon will be as far as is known. */
  boolean hopeful() {
    return state.usable() || state instanceof Connecting && !outage.notConnecting();
  }

  boolean concerns(long generation) {
    Long current = state.current();
    return current != null && current == generation;
  }

  void enter(ConnectionEvent event) {
    ConnectionState before = state;
    state = ConnectionTransitions.next(before, event, now(), this::delay);
    log.changed(before, event, state);
  }

  /** How many connections have worked, with this one. */
  int connected(long generation) {
    enter(new ConnectionEvent.Connected(generation));
    outage.over();
    return ++connections;
  }

  /** The attempt or the connection in use, of this generation, has failed. */
  void down(long generation, TransportLoss loss, String reason, List<String> lastLines) {
    outage.trouble(reason, now(), lastLines, state instanceof Connecting);
    enter(
        hopeless(loss)
            ? new ConnectionEvent.Refused(generation, reason)
            : new ConnectionEvent.Down(generation, reason));
  }

  /**
   * What worked once may work again. Credentials may have been renewed since the connection was
   * made, so that a first refusal under way is answered with a fresh connection.
   */
  private boolean hopeless(TransportLoss loss) {
    return switch (loss) {
      case MISCONFIGURED -> connections == 0;
      case UNAUTHORIZED -> {
        Instant before = refusedAt;
        refusedAt = now();
        yield state instanceof Connecting
            || before != null && before.plus(ConnectionTransitions.GOOD_SERVICE).isAfter(refusedAt);
      }
      case PROCESS_EXIT,
          STREAM_CLOSED,
          WRITE_FAILED,
          UNRESPONSIVE,
          FRAME_TOO_LONG,
          SESSION_LOST,
          UNREACHABLE ->
          false;
    };
  }

  /** The time to wait before the next attempt, zero when it is due; null when there is none. */
  @Nullable Duration untilNextAttempt() {
    return state instanceof Backoff backoff
        ? Duration.between(now(), backoff.nextAttemptAt())
        : null;
  }

  int connections() {
    return connections;
  }

  Acquired.Down down() {
    return outage.down(state);
  }

  McpServerView.@Nullable LastError lastError() {
    return outage.last();
  }

  private Duration delay(int attempt) {
    return BackoffDelay.of(restart, attempt, ThreadLocalRandom.current().nextDouble());
  }

  private Instant now() {
    return clock.instant();
  }
}

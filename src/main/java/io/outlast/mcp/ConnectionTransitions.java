package io.outlast.mcp;

import io.outlast.mcp.ConnectionEvent.Begin;
import io.outlast.mcp.ConnectionEvent.Close;
import io.outlast.mcp.ConnectionEvent.Connected;
import io.outlast.mcp.ConnectionEvent.Down;
import io.outlast.mcp.ConnectionEvent.Refused;
import io.outlast.mcp.ConnectionEvent.Suspected;
import io.outlast.mcp.ConnectionEvent.Trusted;
import io.outlast.mcp.ConnectionState.Closed;
import io.outlast.mcp.ConnectionState.Connecting;
import io.outlast.mcp.ConnectionState.Failed;
import io.outlast.mcp.ConnectionState.Ready;
import io.outlast.mcp.ConnectionState.Suspect;
import java.time.Duration;
import java.time.Instant;
import java.util.function.IntFunction;

/** The state machine of a server's connection. Pure: an event that does not fit changes nothing. */
final class ConnectionTransitions {

  /**
   * So many connections in a row may be lost before restarts begin to wait: a process that a call
   * has killed is wanted back at once, by the call's own repetition among others.
   */
  static final int FREE_STRIKES = 5;

  static final Duration GOOD_SERVICE = Duration.ofMinutes(1);

  private ConnectionTransitions() {}

  /**
   * @param delays the wait before the attempt of a number, from 1
   */
  static ConnectionState next(
      ConnectionState state, ConnectionEvent event, Instant now, IntFunction<Duration> delays) {
    if (state instanceof Closed) {
      return state;
    }
    return switch (event) {
      case Begin begin -> new Connecting(now, begin.generation(), state.strikes());
      case Connected connected ->
          state instanceof Connecting c && c.generation() == connected.generation()
              ? new Ready(now, c.generation(), c.strikes())
              : state;
      case Down down -> concerns(state, down.generation()) ? down(state, down, now, delays) : state;
      case Refused refused ->
          concerns(state, refused.generation())
              ? new Failed(now, refused.cause(), state.strikes())
              : state;
      case Suspected suspected ->
          state instanceof Ready r && r.generation() == suspected.generation()
              ? new Suspect(r.since(), r.generation(), r.strikes())
              : state;
      case Trusted trusted ->
          state instanceof Suspect s && s.generation() == trusted.generation()
              ? new Ready(s.since(), s.generation(), s.strikes())
              : state;
      case Close close -> new Closed(now, state.strikes());
    };
  }

  private static boolean concerns(ConnectionState state, long generation) {
    Long current = state.current();
    return current != null && current == generation;
  }

  /** A backoff whose time has come at once means: try again now. */
  private static ConnectionState down(
      ConnectionState state, Down down, Instant now, IntFunction<Duration> delays) {
    int strikes = strikesAfter(state, now);
    int attempt = Math.max(1, strikes - FREE_STRIKES);
    Instant next = strikes <= FREE_STRIKES ? now : now.plus(delays.apply(attempt));
    return new ConnectionState.Backoff(now, attempt, next, down.cause(), strikes);
  }

  private static int strikesAfter(ConnectionState state, Instant now) {
    if (state instanceof Connecting) {
      return Math.max(state.strikes(), FREE_STRIKES) + 1;
    }
    boolean served = !now.isBefore(state.since().plus(GOOD_SERVICE));
    return served ? 1 : state.strikes() + 1;
  }
}

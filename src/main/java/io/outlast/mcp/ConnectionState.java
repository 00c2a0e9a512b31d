package io.outlast.mcp;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a server's connection stands. Immutable; changed only through {@link
 * ConnectionTransitions}.
 *
 * <p>{@code strikes} counts what went wrong since the last minute of good service and decides the
 * backoff.
 */
sealed interface ConnectionState {

  Instant since();

  int strikes();

  /** An attempt to connect is under way. */
  record Connecting(Instant since, long generation, int strikes) implements ConnectionState {}

  /** Calls are served. */
  record Ready(Instant since, long generation, int strikes) implements ConnectionState {}

  /**
   * Calls are served or wait for a verdict.
   *
   * @param since since when it has served, not since when it is suspected
   */
  record Suspect(Instant since, long generation, int strikes) implements ConnectionState {}

  /**
   * Down; calls fail at once.
   *
   * @param since since when it is down
   * @param attempt number of the attempt that comes next, from 1
   */
  record Backoff(Instant since, int attempt, Instant nextAttemptAt, String cause, int strikes)
      implements ConnectionState {}

  /** Waits for an operator: configuration or credentials are refused. */
  record Failed(Instant since, String cause, int strikes) implements ConnectionState {}

  record Closed(Instant since, int strikes) implements ConnectionState {}

  /** Its name in the API. */
  default String wireName() {
    return switch (this) {
      case Connecting c -> "connecting";
      case Ready r -> "ready";
      case Suspect s -> "suspect";
      case Backoff b -> "backoff";
      case Failed f -> "failed";
      case Closed c -> "closed";
    };
  }

  default boolean usable() {
    return this instanceof Ready || this instanceof Suspect;
  }

  /** The generation that is being made or used; null when there is none. */
  default @Nullable Long current() {
    return switch (this) {
      case Connecting c -> c.generation();
      case Ready r -> r.generation();
      case Suspect s -> s.generation();
      case Backoff b -> null;
      case Failed f -> null;
      case Closed c -> null;
    };
  }
}

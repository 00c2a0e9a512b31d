package io.outlast.mcp;

import io.outlast.mcp.ConnectionState.Backoff;
import io.outlast.mcp.ConnectionState.Closed;
import io.outlast.mcp.ConnectionState.Connecting;
import io.outlast.mcp.ConnectionState.Failed;
import io.outlast.mcp.ConnectionState.Ready;
import io.outlast.mcp.ConnectionState.Suspect;
import io.outlast.telemetry.LogWords;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes every change of a connection once: its cause, and what it means for callers. */
final class ConnectionLog {

  private static final Logger log = LoggerFactory.getLogger(ConnectionLog.class);

  private final String server;

  ConnectionLog(String server) {
    this.server = server;
  }

  void changed(ConnectionState from, ConnectionEvent event, ConnectionState to) {
    if (from != to) {
      try (LogWords.Scope words = LogWords.ofServer(server)) {
        write(from, event, to);
      }
    }
  }

  private void write(ConnectionState from, ConnectionEvent event, ConnectionState to) {
    switch (to) {
      case Connecting c -> connecting(from, event, c);
      case Ready r when event instanceof ConnectionEvent.Trusted ->
          log.info("{}: a message came, so it is trusted again and calls go on", server);
      case Ready r ->
          log.info("{}: ready, generation {}; calls are served", server, r.generation());
      case Suspect s ->
          log.info("{}: suspect ({}); it is looked for a sign of life", server, why(event));
      case Backoff b when b.nextAttemptAt().isAfter(b.since()) ->
          log.warn(
              "{}: down ({}); calls fail at once until the next attempt at {}",
              server,
              b.cause(),
              b.nextAttemptAt());
      case Backoff b ->
          log.warn("{}: lost ({}); it is restarted now, and calls wait for it", server, b.cause());
      case Failed f ->
          log.error(
              "{}: failed ({}); calls fail at once until its configuration changes or a restart is"
                  + " asked for",
              server,
              f.cause());
      case Closed c -> log.info("{}: closed, because the service stops", server);
    }
  }

  /** After a loss or a wait it was said before that this comes. */
  private void connecting(ConnectionState from, ConnectionEvent event, Connecting to) {
    if (from instanceof Backoff) {
      log.debug("{}: connecting, generation {} ({})", server, to.generation(), why(event));
    } else {
      log.info(
          "{}: connecting, generation {} ({}); calls wait for it",
          server,
          to.generation(),
          why(event));
    }
  }

  private static String why(ConnectionEvent event) {
    return switch (event) {
      case ConnectionEvent.Begin begin -> begin.why();
      case ConnectionEvent.Down down -> down.cause();
      case ConnectionEvent.Refused refused -> refused.cause();
      case ConnectionEvent.Suspected suspected -> suspected.cause();
      case ConnectionEvent.Connected c -> "connected";
      case ConnectionEvent.Trusted t -> "a message came";
      case ConnectionEvent.Close c -> "closed";
    };
  }
}

package io.outlast.mcp;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is known of a server's last trouble. Guarded by its server's lock. */
final class Outage {

  private McpServerView.@Nullable LastError last;
  private @Nullable Instant since;
  private boolean notConnecting;

  void trouble(String reason, Instant at, List<String> lastLines, boolean whileConnecting) {
    last = new McpServerView.LastError(reason, at, lastLines);
    since = since == null ? at : since;
    notConnecting = notConnecting || whileConnecting;
  }

  /** The server works again; what happened last is kept to be shown. */
  void over() {
    since = null;
    notConnecting = false;
  }

  /** Whether an attempt to connect has failed since the server last worked. */
  boolean notConnecting() {
    return notConnecting;
  }

  /** Since when the server is down; null while it works. */
  @Nullable Instant since() {
    return since;
  }

  McpServerView.@Nullable LastError last() {
    return last;
  }

  Acquired.Down down(ConnectionState state) {
    return switch (state) {
      case ConnectionState.Backoff b -> new Acquired.Down(b.cause(), since, b.nextAttemptAt());
      case ConnectionState.Failed f -> new Acquired.Down(f.cause(), since, null);
      case ConnectionState.Closed c -> new Acquired.Down("the service stops", null, null);
      case ConnectionState.Connecting c -> reconnecting();
      case ConnectionState.Ready r -> reconnecting();
      case ConnectionState.Suspect s -> reconnecting();
    };
  }

  private Acquired.Down reconnecting() {
    return new Acquired.Down(last == null ? "it is connecting" : last.message(), since, null);
  }
}

package io.outlast.mcp;

import io.outlast.settings.McpServerSettings;
import io.outlast.tool.ToolSpec;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Puts together what is shown of one server. */
final class ServerViews {

  private ServerViews() {}

  static McpServerView of(
      String name, McpServerSettings settings, ServerSnapshot at, List<ToolSpec> offered) {
    ConnectionState state = at.state();
    McpConnection connection = at.connection();
    return new McpServerView(
        name,
        settings.transport().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        state.wireName(),
        at.generation(),
        pid(connection),
        ServerUrl.shown(settings.url()),
        at.restarts(),
        state.since(),
        state instanceof ConnectionState.Backoff backoff ? backoff.nextAttemptAt() : null,
        at.lastError(),
        connection == null ? 0 : connection.callsInFlight(),
        settings.required(),
        connection == null ? Timings.NONE : connection.timings(),
        offered);
  }

  private static @Nullable Long pid(@Nullable McpConnection connection) {
    return connection == null ? null : connection.pid();
  }
}

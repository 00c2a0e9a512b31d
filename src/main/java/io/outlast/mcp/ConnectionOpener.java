package io.outlast.mcp;

import io.outlast.control.Deadline;
import io.outlast.settings.McpServerSettings;
import io.outlast.tool.ToolSpec;
import java.util.List;

/** Makes the connections of one server, and reads what they offer. Thread-safe. */
final class ConnectionOpener {

  private final String server;
  private final McpServerSettings settings;
  private final ServerSurroundings around;

  ConnectionOpener(String server, McpServerSettings settings, ServerSurroundings around) {
    this.server = server;
    this.settings = settings;
    this.around = around;
  }

  String server() {
    return server;
  }

  /** Bounds one attempt as a whole. */
  Deadline startupDeadline() {
    return Deadline.after(settings.startupTimeout());
  }

  /** A connection that is not connected yet. */
  McpConnection open(long generation, ConnectionEvents events) throws ConnectFailure {
    try {
      SupervisedTransport transport = around.transports().create(server, settings);
      GuardedTransport guard =
          new GuardedTransport(server, transport, events, around.meters().strays(server));
      return new McpConnection(server, generation, settings, transport, guard);
    } catch (TransportFailure e) {
      throw new ConnectFailure(e.loss(), String.valueOf(e.getMessage()));
    }
  }

  /** What the connection offers. Blocks, no longer than until the deadline. */
  List<ToolSpec> listTools(McpConnection connection, Deadline deadline)
      throws ConnectFailure, InterruptedException {
    return ToolCatalogue.offered(server, settings, connection.listTools(deadline));
  }
}

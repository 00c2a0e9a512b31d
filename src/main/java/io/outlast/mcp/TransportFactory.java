package io.outlast.mcp;

import io.outlast.settings.McpServerSettings;
import java.util.function.UnaryOperator;

/** Makes the transport of a server's next connection. */
@FunctionalInterface
interface TransportFactory {

  /**
   * Does not connect yet.
   *
   * @throws TransportFailure when the settings can not work
   */
  SupervisedTransport create(String server, McpServerSettings settings);

  /**
   * Whether what {@link #create} makes now would be told something else than the last one it made.
   * May read files.
   */
  default boolean wouldDiffer(String server, McpServerSettings settings) {
    return false;
  }

  static TransportFactory standard(UnaryOperator<String> masker) {
    return (server, settings) ->
        switch (settings.transport()) {
          case STDIO -> new StdioTransport(server, settings, masker);
          case STREAMABLE_HTTP, SSE -> HttpTransports.create(server, settings);
        };
  }
}

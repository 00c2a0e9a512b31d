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

  static TransportFactory standard(UnaryOperator<String> masker) {
    return (server, settings) ->
        switch (settings.transport()) {
          case STDIO -> new StdioTransport(server, settings, masker);
          case STREAMABLE_HTTP, SSE -> HttpTransports.create(server, settings);
        };
  }
}

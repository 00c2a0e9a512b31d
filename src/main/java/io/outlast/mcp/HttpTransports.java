package io.outlast.mcp;

import io.outlast.settings.McpServerSettings;

/** Placeholder until the HTTP transports are merged. */
final class HttpTransports {

  private HttpTransports() {}

  static SupervisedTransport create(String serverName, McpServerSettings settings) {
    throw new TransportFailure(
        TransportLoss.MISCONFIGURED,
        false,
        serverName + ": transport " + settings.transport() + " is not there yet",
        null);
  }
}

package io.outlast.mcp;

import io.outlast.settings.McpServerSettings;
import io.outlast.settings.RereadSettings;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Reads headers and environment of a server anew for each connection. */
final class RereadCredentials implements TransportFactory {

  private final TransportFactory transports;
  private final RereadSettings reread;
  private final Map<String, McpServerSettings> last = new ConcurrentHashMap<>();

  RereadCredentials(TransportFactory transports, RereadSettings reread) {
    this.transports = transports;
    this.reread = reread;
  }

  @Override
  public SupervisedTransport create(String server, McpServerSettings settings) {
    McpServerSettings now = reread.server(server, settings);
    last.put(server, now);
    return transports.create(server, now);
  }

  @Override
  public boolean wouldDiffer(String server, McpServerSettings settings) {
    return !reread.server(server, settings).equals(last.get(server));
  }
}

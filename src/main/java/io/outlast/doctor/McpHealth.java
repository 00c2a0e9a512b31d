package io.outlast.doctor;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Shows the state of every MCP server and is always up: a server that is down is a matter of the
 * runs that need it. What is required is {@link RequiredServersHealth}'s.
 */
final class McpHealth implements HealthIndicator {

  private final ServerReports servers;

  McpHealth(ServerReports servers) {
    this.servers = servers;
  }

  @Override
  public Health health() {
    Health.Builder health = Health.up();
    for (ServerReport server : servers.all()) {
      health.withDetail(server.name(), details(server));
    }
    return health.build();
  }

  private static Map<String, Object> details(ServerReport server) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("state", server.state());
    details.put("since", server.since().toString());
    details.put("required", server.required());
    details.put("restarts", server.restarts());
    details.put("inFlight", server.inFlight());
    details.put("tools", server.tools().size());
    if (server.nextAttemptAt() != null) {
      details.put("nextAttemptAt", server.nextAttemptAt().toString());
    }
    if (!server.usable() && server.lastError() != null) {
      details.put("lastError", server.lastError().message());
    }
    return details;
  }
}

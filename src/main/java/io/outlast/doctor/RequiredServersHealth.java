package io.outlast.doctor;

import java.util.List;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Down while an MCP server that is required is not usable. Part of readiness. */
final class RequiredServersHealth implements HealthIndicator {

  private final ServerReports servers;

  RequiredServersHealth(ServerReports servers) {
    this.servers = servers;
  }

  @Override
  public Health health() {
    List<ServerReport> missing =
        servers.all().stream().filter(ServerReport::required).filter(it -> !it.usable()).toList();
    Health.Builder health = missing.isEmpty() ? Health.up() : Health.down();
    missing.forEach(server -> health.withDetail(server.name(), server.state()));
    return health.build();
  }
}

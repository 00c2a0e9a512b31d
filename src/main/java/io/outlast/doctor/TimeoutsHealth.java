package io.outlast.doctor;

import io.outlast.settings.Limits;
import io.outlast.settings.OutlastSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Shows the timeouts in force, so that nobody has to guess which layer won. Always up. */
final class TimeoutsHealth implements HealthIndicator {

  private final OutlastSettings settings;
  private final ServerReports servers;

  TimeoutsHealth(OutlastSettings settings, ServerReports servers) {
    this.settings = settings;
    this.servers = servers;
  }

  @Override
  public Health health() {
    Limits limits = settings.limits();
    Map<String, LimitReport> global = new LinkedHashMap<>();
    global.put("runTimeout", LimitReport.of(limits.runTimeout(), "global"));
    global.put("modelTimeout", LimitReport.of(limits.modelTimeout(), "global"));
    global.put("toolTimeout", LimitReport.of(limits.toolTimeout(), "global"));
    global.put("toolIdleTimeout", LimitReport.of(limits.toolIdleTimeout(), "global"));
    Health.Builder health = Health.up().withDetails(global);
    for (ServerReport server : servers.all()) {
      health.withDetail("server:" + server.name(), server.limits());
    }
    return health.build();
  }
}

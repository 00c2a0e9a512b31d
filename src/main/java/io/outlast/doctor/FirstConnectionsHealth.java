package io.outlast.doctor;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Out of service until every MCP server was tried once, whether it could be reached or not, but no
 * longer than a given time: what asks for this restarts a process that stays so, and no server is
 * worth that. Then up for ever. Thread-safe.
 */
final class FirstConnectionsHealth implements HealthIndicator {

  /** Well below what a startup probe waits for. */
  static final Duration LONGEST = Duration.ofMinutes(1);

  private final Supplier<List<ServerReport>> servers;
  private final CompletableFuture<Void> over;

  /**
   * @param attempted completes when each was tried
   */
  FirstConnectionsHealth(
      Supplier<List<ServerReport>> servers, CompletableFuture<Void> attempted, Duration longest) {
    this.servers = servers;
    this.over = attempted.copy().completeOnTimeout(null, longest.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public Health health() {
    if (over.isDone()) {
      return Health.up().build();
    }
    List<String> connecting =
        servers.get().stream()
            .filter(server -> server.state().equals("connecting"))
            .map(ServerReport::name)
            .toList();
    return Health.outOfService().withDetail("connecting", connecting).build();
  }
}

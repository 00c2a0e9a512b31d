package io.outlast.mcp;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The meters of this package. */
final class McpMeters {

  private static final List<String> STATES =
      List.of("connecting", "ready", "suspect", "backoff", "failed", "closed");

  private final MeterRegistry registry;

  McpMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  StrayMessages strays(String server) {
    return new StrayMessages(registry, server);
  }

  /** Connections made after a server's first one. */
  Counter reconnects(String server) {
    return registry.counter("outlast.mcp.reconnects", "server", server);
  }

  /** How many servers are in which state. */
  <T> void connections(T source, Function<String, ToDoubleFunction<T>> counting) {
    for (String state : STATES) {
      Gauge.builder("outlast.mcp.connections", source, counting.apply(state))
          .tag("state", state)
          .register(registry);
    }
  }
}

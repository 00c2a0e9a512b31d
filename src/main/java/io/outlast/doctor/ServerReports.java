package io.outlast.doctor;

import io.outlast.agent.ToolLayers;
import io.outlast.mcp.McpRegistry;
import io.outlast.mcp.McpServerView;
import io.outlast.mcp.Timings;
import io.outlast.settings.Durations;
import io.outlast.settings.Limits;
import io.outlast.settings.McpServerSettings;
import io.outlast.settings.OutlastSettings;
import io.outlast.settings.SecretMasker;
import io.outlast.tool.ToolSpec;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Shows the MCP servers, with secrets masked. Thread-safe. */
public final class ServerReports {

  /** Above every startup timeout, for a ping and the end of a handshake that was cut. */
  private static final Duration MARGIN = Duration.ofSeconds(8);

  private final McpRegistry registry;
  private final ToolLayers layers;
  private final OutlastSettings settings;
  private final SecretMasker masker;

  ServerReports(
      McpRegistry registry, ToolLayers layers, OutlastSettings settings, SecretMasker masker) {
    this.registry = registry;
    this.layers = layers;
    this.settings = settings;
    this.masker = masker;
  }

  /** All servers in the order of the configuration. Does not block. */
  public List<ServerReport> all() {
    return registry.views().stream().map(this::report).toList();
  }

  /** Does not block. */
  public Optional<ServerReport> find(String name) {
    return registry.view(name).map(this::report);
  }

  /** Begins a fresh connection and does not wait for it; empty when there is no such server. */
  public Optional<ServerReport> restart(String name) {
    return registry.restart(name).map(this::report);
  }

  /**
   * Waits until every server was tried once, no longer than the longest startup timeout, and those
   * with a connection have answered a ping, no longer than 5 s.
   */
  void tryAll() throws InterruptedException {
    Duration longest =
        settings.mcp().servers().values().stream()
            .map(McpServerSettings::startupTimeout)
            .max(Comparator.naturalOrder())
            .orElse(Duration.ZERO);
    try {
      registry
          .attempted(settings.mcp().servers().keySet())
          .thenCompose(tried -> registry.ping())
          .get(longest.plus(MARGIN).toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      // The report shows who is still connecting.
    }
  }

  private ServerReport report(McpServerView view) {
    McpServerView.LastError error = view.lastError();
    return new ServerReport(
        view.name(),
        view.transport(),
        view.required(),
        view.state(),
        view.generation(),
        view.pid(),
        view.url() == null ? null : masker.mask(view.url()),
        view.restarts(),
        view.since(),
        view.nextAttemptAt(),
        error == null ? null : masked(error),
        view.inFlight(),
        timings(view.timings()),
        limits(view.name()),
        view.tools().stream().map(this::tool).toList());
  }

  private static ServerReport.Timings timings(Timings timings) {
    return new ServerReport.Timings(
        inMillis(timings.connect()), inMillis(timings.list()), inMillis(timings.ping()));
  }

  private static @Nullable String inMillis(@Nullable Duration took) {
    return took == null ? null : Durations.print(took.truncatedTo(ChronoUnit.MILLIS));
  }

  private ServerReport.LastError masked(McpServerView.LastError error) {
    return new ServerReport.LastError(
        masker.mask(error.message()),
        error.at(),
        error.lastLines().stream().map(masker::mask).toList());
  }

  private ToolReport tool(ToolSpec tool) {
    return new ToolReport(
        tool.ref().tool(),
        tool.exposedName(),
        masker.mask(tool.description()),
        tool.effect(),
        DeadlineReport.of(layers.outsideRuns(tool)));
  }

  private Map<String, LimitReport> limits(String name) {
    McpServerSettings server = settings.mcp().servers().get(name);
    Map<String, LimitReport> limits = new LinkedHashMap<>();
    if (server != null) {
      Limits global = settings.limits();
      String own = "server:" + name;
      limits.put("startupTimeout", LimitReport.of(server.startupTimeout(), own));
      limits.put("toolTimeout", layered(server.toolTimeout(), own, global.toolTimeout()));
      limits.put(
          "toolIdleTimeout", layered(server.toolIdleTimeout(), own, global.toolIdleTimeout()));
      limits.put("maxConcurrentCalls", LimitReport.of(server.maxConcurrentCalls(), own));
    }
    return limits;
  }

  private static LimitReport layered(@Nullable Duration server, String own, Duration global) {
    return server == null ? LimitReport.of(global, "global") : LimitReport.of(server, own);
  }
}

package io.outlast.mcp;

import io.micrometer.core.instrument.MeterRegistry;
import io.outlast.settings.McpServerSettings;
import io.outlast.tool.ToolExchange;
import io.outlast.tool.ToolReply;
import io.outlast.tool.ToolRequest;
import io.outlast.tool.ToolSource;
import io.outlast.tool.ToolSpec;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;

/**
 * All MCP servers of this process and their tools. Servers connect in the background, so starting
 * never waits for one; stopping closes all at the same time and is bounded. Thread-safe; but for
 * {@link #stop} no method blocks.
 */
public final class McpRegistry implements ToolSource, SmartLifecycle, DisposableBean {

  private static final Logger log = LoggerFactory.getLogger(McpRegistry.class);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

  private final Map<String, McpServer> servers = new LinkedHashMap<>();
  private final ScheduledThreadPoolExecutor timer;
  private final ReentrantLock cataloguing = new ReentrantLock();
  private volatile ToolCatalogue catalogue = ToolCatalogue.of(List.of());
  private volatile boolean running;

  /**
   * @param masker takes secrets out of what a server writes to its log and into its errors
   */
  McpRegistry(
      Map<String, McpServerSettings> settings,
      TransportFactory transports,
      MeterRegistry registry,
      Clock clock,
      UnaryOperator<String> masker) {
    timer =
        new ScheduledThreadPoolExecutor(
            1,
            Thread.ofPlatform().daemon().name("mcp-timer").factory(),
            new ThreadPoolExecutor.DiscardPolicy());
    timer.setRemoveOnCancelPolicy(true);
    McpMeters meters = new McpMeters(registry);
    ServerSurroundings around =
        new ServerSurroundings(transports, meters, clock, timer, masker, this::toolsChanged);
    settings.forEach((name, one) -> servers.put(name, new McpServer(name, one, around)));
    meters.connections(this, state -> registryNow -> registryNow.count(state));
  }

  @Override
  public List<ToolSpec> tools() {
    return catalogue.tools();
  }

  @Override
  public Optional<ToolSpec> find(String exposedName) {
    return catalogue.find(exposedName);
  }

  @Override
  public ToolExchange start(ToolRequest request) {
    McpServer server = servers.get(request.tool().server());
    return server == null
        ? new UnmadeCall(
            new ToolReply.UnknownTool("there is no MCP server " + request.tool().server()))
        : ServerCall.start(server, request);
  }

  @Override
  public List<MissingServer> missingRequired(Collection<String> names) {
    return names.stream()
        .map(servers::get)
        .filter(Objects::nonNull)
        .filter(server -> server.required())
        .flatMap(server -> server.whyDown().stream())
        .toList();
  }

  @Override
  public Set<String> servers() {
    return Collections.unmodifiableSet(servers.keySet());
  }

  @Override
  public Set<String> listed() {
    return servers.values().stream()
        .filter(server -> server.offer().isKnown())
        .map(McpServer::name)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Before it completes {@link #tools} may lack tools of theirs. */
  @Override
  public CompletableFuture<Void> attempted(Collection<String> names) {
    return CompletableFuture.allOf(
        names.stream()
            .map(servers::get)
            .filter(Objects::nonNull)
            .map(McpServer::tried)
            .toArray(CompletableFuture<?>[]::new));
  }

  /** All servers as they are now, in the order of the configuration. */
  public List<McpServerView> views() {
    ToolCatalogue now = catalogue;
    return servers.values().stream().map(s -> s.view(now.toolsOf(s.name()))).toList();
  }

  public Optional<McpServerView> view(String name) {
    return Optional.ofNullable(servers.get(name)).map(s -> s.view(catalogue.toolsOf(name)));
  }

  /**
   * Closes a server's connection, whose calls in flight are lost, and begins a fresh one. Does not
   * wait for it.
   *
   * @return the server as it is then; empty when there is no such server
   */
  public Optional<McpServerView> restart(String name) {
    McpServer server = servers.get(name);
    if (server != null) {
      server.restart("an operator asked for a restart");
    }
    return view(name);
  }

  /**
   * Pings all servers that have a connection, at the same time. Completes when each has answered or
   * 5 s are over; the views show how long it took.
   */
  public CompletableFuture<Void> ping() {
    return CompletableFuture.allOf(
        servers.values().stream().map(McpServer::ping).toArray(CompletableFuture<?>[]::new));
  }

  private void toolsChanged() {
    cataloguing.lock();
    try {
      catalogue =
          ToolCatalogue.of(
              servers.values().stream().map(server -> server.offer().tools()).toList());
    } finally {
      cataloguing.unlock();
    }
  }

  private double count(String state) {
    return servers.values().stream()
        .filter(s -> s.snapshot().state().wireName().equals(state))
        .count();
  }

  @Override
  public void start() {
    running = true;
    servers.values().forEach(server -> server.restart("the service starts"));
  }

  @Override
  public void stop() {
    running = false;
    CompletableFuture<?>[] closed =
        servers.values().stream().map(McpServer::close).toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(closed).get(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      log.warn("Not every MCP server was closed within {}", STOP_LIMIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    timer.shutdownNow();
  }

  /** Also when the start of the service failed after this has started. */
  @Override
  public void destroy() {
    stop();
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /** Before everything that uses tools, and so stopped after it. */
  @Override
  public int getPhase() {
    return 0;
  }
}

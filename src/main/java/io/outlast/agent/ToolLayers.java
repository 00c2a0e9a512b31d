package io.outlast.agent;

import io.outlast.settings.LimitOverrides;
import io.outlast.settings.LimitOverrides.ToolOverride;
import io.outlast.settings.Limits;
import io.outlast.settings.McpServerSettings;
import io.outlast.settings.OutlastSettings;
import io.outlast.tool.RequestedTimeout;
import io.outlast.tool.ToolDeadline;
import io.outlast.tool.ToolDeadlines;
import io.outlast.tool.ToolLayer;
import io.outlast.tool.ToolRef;
import io.outlast.tool.ToolSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The layers of tool limits as the configuration, an agent and a request lay them. Thread-safe;
 * pure but for the settings it was made with.
 */
public final class ToolLayers {

  private final OutlastSettings settings;

  public ToolLayers(OutlastSettings settings) {
    this.settings = settings;
  }

  /**
   * The limits of one call, capped by the run's time left.
   *
   * @param runTimeLeft null without a run timeout
   */
  public ToolDeadline resolve(
      ToolSpec tool,
      RunLayers run,
      Map<String, Object> arguments,
      @Nullable Duration runTimeLeft,
      Consumer<String> warnings) {
    return ToolDeadlines.resolve(
        tool,
        layers(tool.ref(), run),
        arguments,
        requestedTimeout(tool.ref()),
        run.requestedTimeoutGrace(),
        runTimeLeft,
        warnings);
  }

  /** The limits that hold for a tool when nobody but server and global layer says anything. */
  public ToolDeadline outsideRuns(ToolSpec tool) {
    return forAgent(tool, LimitOverrides.NONE);
  }

  /** The limits that hold for a tool in runs of this agent. */
  public ToolDeadline forAgent(ToolSpec tool, LimitOverrides agent) {
    Duration grace = settings.limits().requestedTimeoutGrace();
    RunLayers layers = new RunLayers(LimitOverrides.NONE, agent, grace);
    return resolve(tool, layers, Map.of(), null, warning -> {});
  }

  /** What a run lays over the servers' layers. */
  public record RunLayers(
      LimitOverrides request, LimitOverrides agent, Duration requestedTimeoutGrace) {}

  private List<ToolLayer> layers(ToolRef tool, RunLayers run) {
    List<ToolLayer> layers = new ArrayList<>();
    LimitOverrides request = run.request();
    layers.add(
        ToolLayer.request(request.toolTimeout(), request.toolIdleTimeout(), perTool(request)));
    LimitOverrides agent = run.agent();
    layers.add(ToolLayer.agent(agent.toolTimeout(), agent.toolIdleTimeout(), perTool(agent)));
    McpServerSettings server = settings.mcp().servers().get(tool.server());
    if (server != null) {
      layers.add(
          ToolLayer.server(
              tool.server(),
              server.toolTimeout(),
              server.toolIdleTimeout(),
              perTool(tool.server(), server)));
    }
    Limits global = settings.limits();
    layers.add(ToolLayer.global(global.toolTimeout(), global.toolIdleTimeout()));
    return layers;
  }

  private static Map<ToolRef, ToolLayer.PerTool> perTool(LimitOverrides layer) {
    Map<ToolRef, ToolLayer.PerTool> tools = new HashMap<>();
    layer
        .toolsConfig()
        .forEach((name, override) ->
            tools.put(ref(name), new ToolLayer.PerTool(timeout(override), idle(override))));
    return tools;
  }

  private static Map<ToolRef, ToolLayer.PerTool> perTool(String name, McpServerSettings server) {
    Map<ToolRef, ToolLayer.PerTool> tools = new HashMap<>();
    server
        .tools()
        .forEach((tool, own) ->
            tools.put(
                new ToolRef(name, tool), new ToolLayer.PerTool(own.timeout(), own.idleTimeout())));
    return tools;
  }

  static ToolRef ref(String serverColonTool) {
    int colon = serverColonTool.indexOf(':');
    return new ToolRef(
        serverColonTool.substring(0, Math.max(0, colon)), serverColonTool.substring(colon + 1));
  }

  private static @Nullable Duration timeout(ToolOverride override) {
    return override.timeout();
  }

  private static @Nullable Duration idle(ToolOverride override) {
    return override.idleTimeout();
  }

  private @Nullable RequestedTimeout requestedTimeout(ToolRef tool) {
    McpServerSettings server = settings.mcp().servers().get(tool.server());
    McpServerSettings.Tool own = server == null ? null : server.tools().get(tool.tool());
    McpServerSettings.RequestedTimeout named = own == null ? null : own.requestedTimeout();
    return named == null ? null : new RequestedTimeout(named.argument(), named.unit());
  }
}

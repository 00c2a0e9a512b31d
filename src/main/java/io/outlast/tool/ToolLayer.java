package io.outlast.tool;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one layer of the configuration says about the limits of tool calls. Null means that it says
 * nothing, an explicit zero that there is no limit from here.
 *
 * @param source how the layer is named where it decides
 * @param toolSourcePrefix how it is named where its own entry for a tool decides, up to the tool's
 *     name; empty when that makes no difference
 * @param timeout limit of the whole call
 * @param idleTimeout longest silence between two signs of life
 * @param tools its entries for single tools
 */
public record ToolLayer(
    String source,
    String toolSourcePrefix,
    @Nullable Duration timeout,
    @Nullable Duration idleTimeout,
    Map<ToolRef, PerTool> tools) {

  /** A layer's own entry for one tool; null means that it says nothing. */
  public record PerTool(@Nullable Duration timeout, @Nullable Duration idleTimeout) {
    public PerTool {
      refuseNegative(timeout);
      refuseNegative(idleTimeout);
    }
  }

  public ToolLayer {
    refuseNegative(timeout);
    refuseNegative(idleTimeout);
    tools = Map.copyOf(tools);
  }

  /** The request that started the run. */
  public static ToolLayer request(
      @Nullable Duration timeout, @Nullable Duration idleTimeout, Map<ToolRef, PerTool> tools) {
    return new ToolLayer("request", "", timeout, idleTimeout, tools);
  }

  /** The agent's definition. */
  public static ToolLayer agent(
      @Nullable Duration timeout, @Nullable Duration idleTimeout, Map<ToolRef, PerTool> tools) {
    return new ToolLayer("agent", "agent tool:", timeout, idleTimeout, tools);
  }

  /** The settings of one MCP server; entries for tools of other servers are not looked at. */
  public static ToolLayer server(
      String name,
      @Nullable Duration timeout,
      @Nullable Duration idleTimeout,
      Map<ToolRef, PerTool> tools) {
    String source = "server:" + name;
    return new ToolLayer(source, source + " tool:", timeout, idleTimeout, tools);
  }

  /** What holds when nobody else says anything. */
  public static ToolLayer global(@Nullable Duration timeout, @Nullable Duration idleTimeout) {
    return new ToolLayer("global", "", timeout, idleTimeout, Map.of());
  }

  String toolSource(ToolRef tool) {
    if (toolSourcePrefix.isEmpty()) {
      return source;
    }
    // A server's layer has named the server already.
    return toolSourcePrefix
        + (source.equals("server:" + tool.server()) ? tool.tool() : tool.toString());
  }

  private static void refuseNegative(@Nullable Duration limit) {
    if (limit != null && limit.isNegative()) {
      throw new IllegalArgumentException("A tool limit cannot be negative: " + limit);
    }
  }
}

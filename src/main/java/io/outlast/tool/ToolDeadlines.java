package io.outlast.tool;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Fixes the limits of a call before it starts: the nearest layer that says something, raised by a
 * longer time that the model asked for, capped by the run's time left. Pure and thread-safe.
 */
public final class ToolDeadlines {

  /** A deadline in the past still has to be one: zero would mean none. */
  private static final Duration SHORTEST = Duration.ofMillis(1);

  private static final Said NOTHING = new Said(Duration.ZERO, "global");

  private record Said(Duration limit, String source) {}

  private ToolDeadlines() {}

  /**
   * Fixes the limits of one call.
   *
   * @param layersNearestFirst request, agent, server, global; an explicit zero in the deciding one
   *     means no limit
   * @param operators how this tool's arguments ask for time; null for the well-known names
   * @param grace added to a time that the model asked for and that is longer than the limit
   * @param runTimeLeft what is left of the run; null when the run has no limit
   * @param warnings hears of arguments that look like a requested limit and cannot be used
   */
  public static ToolDeadline resolve(
      ToolSpec tool,
      List<ToolLayer> layersNearestFirst,
      Map<String, Object> arguments,
      @Nullable RequestedTimeout operators,
      Duration grace,
      @Nullable Duration runTimeLeft,
      Consumer<String> warnings) {
    Said total =
        nearest(tool.ref(), layersNearestFirst, ToolLayer::timeout, ToolLayer.PerTool::timeout);
    Said idle =
        nearest(
            tool.ref(), layersNearestFirst, ToolLayer::idleTimeout, ToolLayer.PerTool::idleTimeout);
    Duration requested = RequestedLimits.of(tool, arguments, operators, warnings);
    Duration limit = raised(total.limit(), requested, grace);
    boolean capped = runTimeLeft != null && (limit.isZero() || runTimeLeft.compareTo(limit) <= 0);
    return new ToolDeadline(
        runTimeLeft != null && capped ? atLeastShortest(runTimeLeft) : limit,
        total.source(),
        requested,
        capped ? ToolDeadline.RUN : null,
        idle.limit(),
        idle.source());
  }

  private static Said nearest(
      ToolRef tool,
      List<ToolLayer> layers,
      Function<ToolLayer, @Nullable Duration> ofLayer,
      Function<ToolLayer.PerTool, @Nullable Duration> ofTool) {
    for (ToolLayer layer : layers) {
      ToolLayer.PerTool own = layer.tools().get(tool);
      Duration ownLimit = own == null ? null : ofTool.apply(own);
      if (ownLimit != null) {
        return new Said(ownLimit, layer.toolSource(tool));
      }
      Duration limit = ofLayer.apply(layer);
      if (limit != null) {
        return new Said(limit, layer.source());
      }
    }
    return NOTHING;
  }

  private static Duration raised(Duration limit, @Nullable Duration requested, Duration grace) {
    if (limit.isZero() || requested == null || requested.compareTo(limit) <= 0) {
      return limit;
    }
    return requested.plus(grace);
  }

  private static Duration atLeastShortest(Duration left) {
    return left.compareTo(SHORTEST) < 0 ? SHORTEST : left;
  }
}

package io.outlast.agent;

import io.outlast.run.Limit;
import io.outlast.run.RunLimits;
import io.outlast.settings.LimitOverrides;
import io.outlast.settings.Limits;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/** Lays request over agent over global, limit by limit, and notes which layer each came from. */
public final class RunLimitsResolver {

  private final LimitOverrides request;
  private final LimitOverrides agent;

  private RunLimitsResolver(LimitOverrides request, LimitOverrides agent) {
    this.request = request;
    this.agent = agent;
  }

  /** The limits of a run of this agent that was requested with these limits. Pure. */
  public static RunLimits resolve(LimitOverrides request, LimitOverrides agent, Limits global) {
    RunLimitsResolver layers = new RunLimitsResolver(request, agent);
    return new RunLimits(
        layers.pick(LimitOverrides::runTimeout, global.runTimeout()),
        layers.pick(LimitOverrides::queueTimeout, global.queueTimeout()),
        layers.pick(LimitOverrides::modelTimeout, global.modelTimeout()),
        layers.pick(LimitOverrides::modelAttempts, global.modelAttempts()),
        layers.pick(LimitOverrides::toolTimeout, global.toolTimeout()),
        layers.pick(LimitOverrides::toolIdleTimeout, global.toolIdleTimeout()),
        layers.pick(LimitOverrides::requestedTimeoutGrace, global.requestedTimeoutGrace()),
        layers.pick(LimitOverrides::maxTurns, global.maxTurns()),
        layers.pick(LimitOverrides::maxToolCalls, global.maxToolCalls()),
        layers.pick(LimitOverrides::maxTotalTokens, global.maxTotalTokens()),
        layers.pick(RunLimitsResolver::resultBytes, global.maxResultBytes().toBytes()),
        layers.pick(LimitOverrides::parallelToolCalls, global.parallelToolCalls()));
  }

  private <T> Limit<T> pick(Function<LimitOverrides, @Nullable T> part, T global) {
    T requested = part.apply(request);
    if (requested != null) {
      return new Limit<>(requested, "request");
    }
    T own = part.apply(agent);
    return own != null ? new Limit<>(own, "agent") : new Limit<>(global, "global");
  }

  private static @Nullable Long resultBytes(LimitOverrides layer) {
    DataSize size = layer.maxResultBytes();
    return size == null ? null : size.toBytes();
  }
}

package io.outlast.settings;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * One layer over the global {@link Limits}: what an agent's front matter or a run's request says.
 * Null means that the layer says nothing; an explicit zero means no limit.
 *
 * @param toolsConfig limits of single tools by {@code server:tool}
 */
public record LimitOverrides(
    @Nullable Duration runTimeout,
    @Nullable Duration queueTimeout,
    @Nullable Duration modelTimeout,
    @Nullable Integer modelAttempts,
    @Nullable Duration toolTimeout,
    @Nullable Duration toolIdleTimeout,
    @Nullable Duration requestedTimeoutGrace,
    @Nullable Integer maxTurns,
    @Nullable Integer maxToolCalls,
    @Nullable Long maxTotalTokens,
    @Nullable DataSize maxResultBytes,
    @Nullable Integer parallelToolCalls,
    Map<String, ToolOverride> toolsConfig) {

  public LimitOverrides {
    Checks.notNegative("run-timeout", runTimeout);
    Checks.notNegative("queue-timeout", queueTimeout);
    Checks.notNegative("model-timeout", modelTimeout);
    Checks.atLeast("model-attempts", 1, modelAttempts);
    Checks.notNegative("tool-timeout", toolTimeout);
    Checks.notNegative("tool-idle-timeout", toolIdleTimeout);
    Checks.notNegative("requested-timeout-grace", requestedTimeoutGrace);
    Checks.atLeast("max-turns", 0, maxTurns);
    Checks.atLeast("max-tool-calls", 0, maxToolCalls);
    Checks.atLeast("max-total-tokens", 0, maxTotalTokens);
    Checks.atLeast("max-result-bytes", 0, maxResultBytes == null ? null : maxResultBytes.toBytes());
    Checks.atLeast("parallel-tool-calls", 0, parallelToolCalls);
    toolsConfig = Checks.copy(toolsConfig);
    for (String key : toolsConfig.keySet()) {
      Checks.that(
          key.indexOf(':') > 0 && key.indexOf(':') < key.length() - 1,
          "tools-config",
          "has the key '" + key + "', which is not server:tool");
      Checks.that(
          key.indexOf('*') < 0,
          "tools-config",
          "has the key '" + key + "': name one tool; tool-timeout is for all of them");
    }
  }

  /** The layer that says nothing. */
  public static final LimitOverrides NONE =
      new LimitOverrides(
          null, null, null, null, null, null, null, null, null, null, null, null, Map.of());

  /** Limits of one tool; null means that nothing is said. */
  public record ToolOverride(@Nullable Duration timeout, @Nullable Duration idleTimeout) {
    public ToolOverride {
      Checks.notNegative("timeout", timeout);
      Checks.notNegative("idle-timeout", idleTimeout);
    }
  }
}

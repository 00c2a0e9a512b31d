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

  /** The layer that says nothing. */
  public static final LimitOverrides NONE =
      new LimitOverrides(
          null, null, null, null, null, null, null, null, null, null, null, null, Map.of());

  /** Limits of one tool; null means that nothing is said. */
  public record ToolOverride(@Nullable Duration timeout, @Nullable Duration idleTimeout) {}
}

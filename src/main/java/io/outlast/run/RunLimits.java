package io.outlast.run;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Every limit in force for one run, fixed when it is accepted. A zero means no limit. Tool limits
 * are those of the layers request, agent and global; a server or a tool may have its own.
 *
 * @param maxResultBytes bytes of UTF-8
 */
public record RunLimits(
    Limit<Duration> runTimeout,
    Limit<Duration> queueTimeout,
    Limit<Duration> modelTimeout,
    Limit<Integer> modelAttempts,
    Limit<Duration> toolTimeout,
    Limit<Duration> toolIdleTimeout,
    Limit<Duration> requestedTimeoutGrace,
    Limit<Integer> maxTurns,
    Limit<Integer> maxToolCalls,
    Limit<Long> maxTotalTokens,
    Limit<Long> maxResultBytes,
    Limit<Integer> parallelToolCalls) {

  /** All of them by their names in the API, in its order. */
  public Map<String, Limit<?>> byName() {
    Map<String, Limit<?>> limits = new LinkedHashMap<>();
    limits.put("runTimeout", runTimeout);
    limits.put("queueTimeout", queueTimeout);
    limits.put("modelTimeout", modelTimeout);
    limits.put("modelAttempts", modelAttempts);
    limits.put("toolTimeout", toolTimeout);
    limits.put("toolIdleTimeout", toolIdleTimeout);
    limits.put("requestedTimeoutGrace", requestedTimeoutGrace);
    limits.put("maxTurns", maxTurns);
    limits.put("maxToolCalls", maxToolCalls);
    limits.put("maxTotalTokens", maxTotalTokens);
    limits.put("maxResultBytes", maxResultBytes);
    limits.put("parallelToolCalls", parallelToolCalls);
    return limits;
  }
}

package io.outlast.run;

import java.time.Duration;

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
    Limit<Integer> parallelToolCalls) {}

package io.outlast.run;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run as it is stored. Immutable.
 *
 * @param output the final answer of a completed run
 * @param metadata the user's own labels
 * @param attempt 1 at first; rises when another start goes on with the run
 * @param losses how often its process was lost with it
 * @param epoch rises with each owner; a write that names an older one fails
 * @param requestLimits the limits of the request as JSON, for the tool layers
 * @param startAfter not before this instant
 * @param startedAt first start
 * @param deadlineAt {@code startedAt} plus the run timeout, restarts included; null without one
 * @param owner the process that runs it, while it runs
 */
public record Run(
    RunId id,
    String agent,
    RunStatus status,
    @Nullable StopReason stopReason,
    String input,
    @Nullable String output,
    @Nullable RunError error,
    Map<String, String> metadata,
    int attempt,
    int losses,
    long epoch,
    RunLimits limits,
    String requestLimits,
    RunUsage usage,
    Instant createdAt,
    @Nullable Instant startAfter,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable Instant deadlineAt,
    @Nullable Instant cancelRequestedAt,
    @Nullable String owner) {}

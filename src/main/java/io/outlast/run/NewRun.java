package io.outlast.run;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run that is to be accepted.
 *
 * @param requestLimits the limits of the request as JSON
 * @param startAfter not before this instant; at once if null
 * @param priority waiting runs of a greater one start first
 */
public record NewRun(
    String agent,
    String input,
    Map<String, String> metadata,
    RunLimits limits,
    String requestLimits,
    @Nullable Instant startAfter,
    int priority) {}

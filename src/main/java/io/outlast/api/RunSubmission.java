package io.outlast.api;

import io.outlast.settings.LimitOverrides;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request to start a run, checked field by field.
 *
 * @param limitsJson the limits as they were sent
 * @param webhook where the run's end is to be told
 */
record RunSubmission(
    String agent,
    String input,
    Map<String, String> metadata,
    LimitOverrides limits,
    String limitsJson,
    @Nullable Instant startAfter,
    @Nullable String webhook) {}

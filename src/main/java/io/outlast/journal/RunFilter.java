package io.outlast.journal;

import io.outlast.run.RunId;
import io.outlast.run.RunStatus;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which runs to list; null and empty parts do not filter.
 *
 * @param since created at or after
 * @param until created before
 * @param before only runs older than this one: the next page
 */
public record RunFilter(
    @Nullable RunStatus status,
    @Nullable String agent,
    @Nullable Instant since,
    @Nullable Instant until,
    Map<String, String> metadata,
    @Nullable RunId before) {}

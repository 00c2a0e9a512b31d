package io.outlast.mcp;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long the steps to a connection took, and its last ping; null for what has not happened.
 *
 * @param connect process start or first request to the end of {@code initialize}
 * @param list all pages of the last {@code tools/list}
 * @param ping null also while the last ping is not answered
 */
public record Timings(
    @Nullable Duration connect, @Nullable Duration list, @Nullable Duration ping) {

  static final Timings NONE = new Timings(null, null, null);
}

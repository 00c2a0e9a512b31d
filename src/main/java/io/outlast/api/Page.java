package io.outlast.api;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list.
 *
 * @param nextCursor what to ask for the next page with; null on the last one
 */
record Page<T>(List<T> items, @Nullable String nextCursor) {

  /** A page of at most {@code limit} of the items, of which one more than that was asked for. */
  static <S, T> Page<T> of(
      List<S> found, int limit, Function<S, T> view, Function<S, String> cursor) {
    boolean more = found.size() > limit;
    List<S> shown = more ? found.subList(0, limit) : found;
    return new Page<>(
        shown.stream().map(view).toList(), more ? cursor.apply(shown.getLast()) : null);
  }

  static <T> Page<T> whole(List<T> items) {
    return new Page<>(items, null);
  }
}

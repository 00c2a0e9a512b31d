package io.outlast.model;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Waits between attempts: what the provider asks for, else exponential. Both are moved by a random
 * share, so that runs that failed together do not come back together.
 *
 * @param first the wait after the first attempt
 * @param longest no own wait is longer
 */
record Backoff(Duration first, Duration longest) {

  static final Backoff DEFAULT = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(8));

  private static final long MOST_ADDED_MILLIS = 1000;

  /**
   * @param attempt number of the attempt that failed, from 1
   * @param asked the provider's wish, which is never undercut
   */
  Duration after(int attempt, @Nullable Duration asked) {
    if (asked != null && asked.isPositive()) {
      return asked.plusMillis(random(Math.min(MOST_ADDED_MILLIS, asked.toMillis() / 10)));
    }
    long doubled = first.toMillis() << Math.min(attempt - 1, 20);
    long most = Math.min(longest.toMillis(), doubled);
    return Duration.ofMillis(most / 2 + random(most - most / 2));
  }

  private static long random(long most) {
    return ThreadLocalRandom.current().nextLong(most + 1);
  }
}

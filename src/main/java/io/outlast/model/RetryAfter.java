package io.outlast.model;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The wait that a provider asks for: {@code retry-after-ms}, or {@code Retry-After} in seconds or
 * as an HTTP date (RFC 9110, 10.2.3).
 */
final class RetryAfter {

  private static final double MOST_SECONDS = Duration.ofDays(365).toSeconds();

  private RetryAfter() {}

  static @Nullable Duration of(Headers headers, Clock clock) {
    Duration exact = seconds(headers.get("retry-after-ms"), 0.001);
    if (exact != null) {
      return exact;
    }
    String value = headers.get("Retry-After");
    Duration relative = seconds(value, 1);
    return relative != null ? relative : until(value, clock);
  }

  private static @Nullable Duration seconds(@Nullable String value, double unit) {
    if (value == null) {
      return null;
    }
    try {
      double seconds = Double.parseDouble(value.strip()) * unit;
      return Double.isNaN(seconds)
          ? null
          : Duration.ofMillis((long) (Math.clamp(seconds, 0, MOST_SECONDS) * 1000));
    } catch (NumberFormatException _) {
      return null;
    }
  }

  private static @Nullable Duration until(@Nullable String value, Clock clock) {
    if (value == null) {
      return null;
    }
    try {
      Instant then = DateTimeFormatter.RFC_1123_DATE_TIME.parse(value.strip(), Instant::from);
      Duration wait = Duration.between(clock.instant(), then);
      return wait.isNegative() ? Duration.ZERO : wait;
    } catch (DateTimeParseException _) {
      return null;
    }
  }
}

package io.outlast.web;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Durations and numbers as people read them. */
public final class Words {

  private static final int LONGEST = 160;

  private Words() {}

  /** For example 1 h 05 min, 12.3 s or 48 ms. */
  public static String duration(@Nullable Duration time) {
    if (time == null) {
      return "–";
    }
    long millis = time.toMillis();
    if (millis < 1000) {
      return millis + " ms";
    }
    if (millis < 60_000) {
      return millis % 1000 == 0
          ? millis / 1000 + " s"
          : "%d.%d s".formatted(millis / 1000, millis % 1000 / 100);
    }
    if (millis < 3_600_000) {
      return "%d min %02d s".formatted(time.toMinutes(), time.toSecondsPart());
    }
    return time.toDays() > 0
        ? "%d d %02d h".formatted(time.toDays(), time.toHoursPart())
        : "%d h %02d min".formatted(time.toHours(), time.toMinutesPart());
  }

  public static String between(@Nullable Instant from, @Nullable Instant to) {
    return from == null || to == null ? "–" : duration(Duration.between(from, to));
  }

  /** A limit: a duration in ISO-8601 or a number; zero means none. */
  public static String limit(@Nullable Object value) {
    String text = String.valueOf(value);
    if (text.equals("0") || text.equals("PT0S")) {
      return "no limit";
    }
    return text.startsWith("PT") || text.startsWith("P") ? duration(Duration.parse(text)) : text;
  }

  /** toolTimeout as "tool timeout". */
  public static String name(String camelCase) {
    return camelCase.replaceAll("([A-Z])", " $1").toLowerCase(java.util.Locale.ROOT);
  }

  /** timed_out as "timed out". */
  public static String plain(@Nullable String wireName) {
    return wireName == null ? "" : wireName.replace('_', ' ');
  }

  static String excerpt(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    return line.length() > LONGEST ? line.substring(0, LONGEST - 1) + "…" : line;
  }
}

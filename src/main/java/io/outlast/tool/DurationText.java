package io.outlast.tool;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Durations as people read them: {@code 1.5 s}, {@code 2 min 5 s}; to the millisecond. */
final class DurationText {

  private DurationText() {}

  static String of(Duration duration) {
    long millis = duration.toMillis();
    if (millis < 1_000) {
      return millis + " ms";
    }
    List<String> parts = new ArrayList<>();
    if (millis >= 3_600_000) {
      parts.add(millis / 3_600_000 + " h");
    }
    long minutes = millis / 60_000 % 60;
    if (minutes > 0) {
      parts.add(minutes + " min");
    }
    long rest = millis % 60_000;
    if (rest > 0) {
      parts.add(BigDecimal.valueOf(rest, 3).stripTrailingZeros().toPlainString() + " s");
    }
    return String.join(" ", parts);
  }
}

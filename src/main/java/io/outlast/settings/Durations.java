package io.outlast.settings;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The one way in which durations are read and printed, in configuration, front matter and the API.
 * Read are {@code 500ms}, {@code 90s}, {@code 10m}, {@code 1h}, {@code 30d}, ISO-8601 such as
 * {@code PT10M}, and a plain number, which means seconds. Zero is a value like any other; callers
 * take it for "no limit".
 */
public final class Durations {

  private static final Pattern NUMBER_AND_UNIT = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([a-z]*)");

  private static final Map<String, BigDecimal> NANOS_PER_UNIT =
      Map.of(
          "ms", new BigDecimal("1e6"),
          "", new BigDecimal("1e9"),
          "s", new BigDecimal("1e9"),
          "m", new BigDecimal("6e10"),
          "h", new BigDecimal("3.6e12"),
          "d", new BigDecimal("8.64e13"));

  /** A century: far from the 292 years that fit into a long of nanoseconds. */
  private static final Duration LONGEST = Duration.ofDays(36500);

  private static final int LONGEST_TEXT = 40;

  private Durations() {}

  /**
   * @throws IllegalArgumentException with a message that quotes the text and shows what is accepted
   */
  public static Duration parse(String text) {
    String trimmed = text.strip();
    if (trimmed.startsWith("-")) {
      throw refused(text, "is negative: a duration is zero or more");
    }
    if (trimmed.isEmpty() || trimmed.length() > LONGEST_TEXT) {
      throw notADuration(text);
    }
    Duration read =
        trimmed.toUpperCase(Locale.ROOT).startsWith("P") ? iso(trimmed) : simple(trimmed);
    if (read.isNegative()) {
      throw refused(text, "is negative: a duration is zero or more");
    }
    if (read.compareTo(LONGEST) > 0) {
      throw refused(text, "is longer than 36500d; 0 switches a limit off");
    }
    return read;
  }

  /** ISO-8601, for example {@code PT1M30S}. */
  public static String print(Duration duration) {
    return duration.toString();
  }

  private static Duration iso(String text) {
    try {
      return Duration.parse(text);
    } catch (DateTimeException e) {
      throw notADuration(text);
    }
  }

  private static Duration simple(String text) {
    Matcher matcher = NUMBER_AND_UNIT.matcher(text.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw notADuration(text);
    }
    BigDecimal unit = NANOS_PER_UNIT.get(matcher.group(2));
    if (unit == null) {
      throw refused(text, "has the unknown unit '" + matcher.group(2) + "': use ms, s, m, h or d");
    }
    BigDecimal nanos = new BigDecimal(matcher.group(1)).multiply(unit);
    BigDecimal[] parts = nanos.divideAndRemainder(new BigDecimal("1e9"));
    if (parts[0].compareTo(BigDecimal.valueOf(LONGEST.toSeconds())) > 0) {
      return LONGEST.plusSeconds(1);
    }
    return Duration.ofSeconds(parts[0].longValue(), parts[1].longValue());
  }

  private static IllegalArgumentException notADuration(String text) {
    return refused(
        text,
        "is not a duration: write 500ms, 90s, 10m, 1h, 30d, PT10M or a plain number of seconds");
  }

  private static IllegalArgumentException refused(String text, String why) {
    String shown = text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) + "…" : text;
    return new IllegalArgumentException("'" + shown + "' " + why);
  }
}

package io.outlast.tool;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads from a call's arguments how much time the model gives the tool. Pure. */
final class RequestedLimits {

  /** Nobody waits longer for one call; a larger number is a mistake or a way to say "for ever". */
  static final Duration LONGEST = Duration.ofDays(30);

  private static final BigDecimal LONGEST_MILLIS = BigDecimal.valueOf(LONGEST.toMillis());
  private static final int LONGEST_NUMBER = 40;

  /** Names that carry their unit; a bare {@code timeout} does not. */
  private static final List<RequestedTimeout> WELL_KNOWN =
      List.of(
          new RequestedTimeout("timeout_ms", ToolTimeoutUnit.MS),
          new RequestedTimeout("timeoutMs", ToolTimeoutUnit.MS),
          new RequestedTimeout("timeout_seconds", ToolTimeoutUnit.S),
          new RequestedTimeout("timeoutSeconds", ToolTimeoutUnit.S),
          new RequestedTimeout("timeout_secs", ToolTimeoutUnit.S));

  private RequestedLimits() {}

  /** The longest usable time asked for, or null. */
  static @Nullable Duration of(
      ToolSpec tool,
      Map<String, Object> arguments,
      @Nullable RequestedTimeout operators,
      Consumer<String> warnings) {
    Duration longest = null;
    for (RequestedTimeout named : operators == null ? wellKnownTo(tool) : List.of(operators)) {
      Duration asked = read(tool, named, arguments.get(named.argument()), warnings);
      if (asked != null && (longest == null || asked.compareTo(longest) > 0)) {
        longest = asked;
      }
    }
    return longest;
  }

  private static List<RequestedTimeout> wellKnownTo(ToolSpec tool) {
    if (!(tool.inputSchema().get("properties") instanceof Map<?, ?> properties)) {
      return List.of();
    }
    List<RequestedTimeout> known = new ArrayList<>();
    for (RequestedTimeout candidate : WELL_KNOWN) {
      if (properties.containsKey(candidate.argument())) {
        known.add(candidate);
      }
    }
    return known;
  }

  private static @Nullable Duration read(
      ToolSpec tool, RequestedTimeout named, @Nullable Object value, Consumer<String> warnings) {
    if (value == null) {
      return null;
    }
    BigDecimal amount = number(value);
    if (amount == null) {
      warnings.accept(ignored(tool, named, "is no number"));
      return null;
    }
    if (amount.signum() < 0) {
      warnings.accept(ignored(tool, named, "is negative"));
      return null;
    }
    BigDecimal millis = named.unit().toMillis(amount);
    if (millis.compareTo(LONGEST_MILLIS) > 0) {
      warnings.accept(ignored(tool, named, "is longer than " + LONGEST.toDays() + " days"));
      return null;
    }
    Duration asked = Duration.ofMillis(millis.longValue());
    return asked.isZero() ? null : asked;
  }

  private static @Nullable BigDecimal number(Object value) {
    if (!(value instanceof Number || value instanceof String)) {
      return null;
    }
    String text = value.toString().strip();
    // The parser's time grows with the square of the length.
    if (text.length() > LONGEST_NUMBER) {
      return null;
    }
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException notFinite) {
      return null;
    }
  }

  private static String ignored(ToolSpec tool, RequestedTimeout named, String why) {
    return "Argument '%s' (%s) of %s %s; the tool limit stays as configured"
        .formatted(named.argument(), named.unit().shortName(), tool.ref().display(), why);
  }
}

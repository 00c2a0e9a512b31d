package io.outlast.api;

import io.outlast.run.RunId;
import io.outlast.run.RunStatus;
import io.outlast.settings.Durations;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads query parameters; a bad one is a problem that names it. */
final class Params {

  private static final int DEFAULT_LIMIT = 50;
  private static final int MOST = 200;

  private Params() {}

  static int limit(@Nullable String text) {
    if (text == null) {
      return DEFAULT_LIMIT;
    }
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= MOST) {
        return limit;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw ApiProblem.invalid("limit", "must be a number from 1 to " + MOST);
  }

  static long after(String name, @Nullable String text) {
    if (text == null) {
      return 0;
    }
    try {
      return Math.max(0, Long.parseLong(text));
    } catch (NumberFormatException e) {
      throw ApiProblem.invalid(name, "must be the seq of an event");
    }
  }

  /** A cursor is the seq of the page's last entry. */
  static long afterOrCursor(@Nullable String after, @Nullable String cursor) {
    return cursor == null ? after("after", after) : after("cursor", cursor);
  }

  static @Nullable RunStatus status(@Nullable String text) {
    if (text == null) {
      return null;
    }
    return RunStatus.of(text)
        .orElseThrow(() ->
            ApiProblem.invalid(
                "status",
                "must be one of "
                    + Arrays.stream(RunStatus.values())
                        .map(RunStatus::wireName)
                        .collect(Collectors.joining(", "))));
  }

  static @Nullable Instant instant(String name, @Nullable String text) {
    if (text == null) {
      return null;
    }
    return Instants.parse(text).orElseThrow(() -> ApiProblem.invalid(name, Instants.WANTED));
  }

  static @Nullable String text(String name, @Nullable String text) {
    String problem = text == null ? null : Text.problem(text);
    if (problem != null) {
      throw ApiProblem.invalid(name, problem);
    }
    return text;
  }

  static Duration duration(String name, @Nullable String text, Duration otherwise) {
    if (text == null) {
      return otherwise;
    }
    try {
      return Durations.parse(text);
    } catch (IllegalArgumentException e) {
      throw ApiProblem.invalid(name, String.valueOf(e.getMessage()));
    }
  }

  static String cursor(RunId last) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(last.value().getBytes(StandardCharsets.UTF_8));
  }

  static @Nullable RunId cursor(@Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      String id = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
      if (id.matches("run_[0-9A-Z]{26}")) {
        return new RunId(id);
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    throw ApiProblem.invalid("cursor", "is not one that a list has given");
  }
}

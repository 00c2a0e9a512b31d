package io.outlast.settings;

import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the settings records check when they are made. Null, where allowed, says nothing. */
final class Checks {

  private Checks() {}

  static void that(boolean holds, String key, String problem) {
    if (!holds) {
      throw new InvalidSettingException(key, problem);
    }
  }

  static void notNegative(String key, @Nullable Duration duration) {
    that(
        duration == null || !duration.isNegative(),
        key,
        "is " + duration + ": a duration is zero or more");
  }

  static void atLeast(String key, long least, @Nullable Number value) {
    that(
        value == null || value.longValue() >= least,
        key,
        "is " + value + ", must be " + least + " or more");
  }

  static <T> T required(String key, @Nullable T value, String what) {
    if (value == null || value.toString().isBlank()) {
      throw new InvalidSettingException(key, "is missing: " + what);
    }
    return value;
  }

  static void httpUrl(String key, URI url) {
    boolean http =
        "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
    that(
        http && url.getRawAuthority() != null,
        key,
        "is no address of a server: write http://host:port/path or https://…");
  }

  /** Keeps the order. */
  static <V> Map<String, V> copy(Map<String, V> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }
}

package io.outlast.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;

/** The entries under {@code outlast.} of one of the environment's property sources. */
final class EnvironmentEntries {

  static final String ROOT = "outlast";

  private EnvironmentEntries() {}

  /** Empty for sources whose keys cannot be listed. */
  static List<ConfigEntry> of(PropertySource<?> source) {
    List<ConfigEntry> entries = new ArrayList<>();
    if (source instanceof EnumerablePropertySource<?> listed) {
      for (String key : listed.getPropertyNames()) {
        List<String> path = below(key);
        Object value = path.isEmpty() ? null : listed.getProperty(key);
        if (value != null) {
          entries.add(new ConfigEntry(path, key, value, origin(listed, key)));
        }
      }
    }
    return entries;
  }

  private static List<String> below(String key) {
    if (!key.toLowerCase(Locale.ROOT).startsWith(ROOT + ".")) {
      return List.of();
    }
    List<String> parts = ConfigEntry.split(key);
    return parts.subList(1, parts.size());
  }

  private static Origin origin(PropertySource<?> source, String key) {
    return Objects.requireNonNullElseGet(
        OriginLookup.getOrigin(source, key), () -> PropertySourceOrigin.get(source, key));
  }
}

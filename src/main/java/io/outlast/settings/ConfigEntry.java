package io.outlast.settings;

import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.origin.Origin;

/**
 * A key and its value as somebody wrote them.
 *
 * @param path the parts of the key, without the root of the record it belongs to
 * @param written the whole key as written
 * @param value text, a number, a truth value, or for keys that take anything a list or map
 * @param origin where it was written
 */
public record ConfigEntry(List<String> path, String written, Object value, Origin origin) {

  public ConfigEntry {
    path = List.copyOf(path);
  }

  /** Splits a key at its dots; what is in brackets stays whole. */
  static List<String> split(String key) {
    List<String> parts = new ArrayList<>();
    StringBuilder part = new StringBuilder();
    for (int i = 0; i < key.length(); i++) {
      char c = key.charAt(i);
      int close = c == '[' ? key.indexOf(']', i) : -1;
      if (c == '.' || close > 0) {
        if (!part.isEmpty()) {
          parts.add(part.toString());
          part.setLength(0);
        }
      } else {
        part.append(c);
      }
      if (close > 0) {
        parts.add(key.substring(i + 1, close));
        i = close;
      }
    }
    if (!part.isEmpty()) {
      parts.add(part.toString());
    }
    return parts;
  }
}

package io.outlast.tool;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Replaces half surrogate pairs, which cannot be written as UTF-8 and which providers refuse. */
final class WellFormed {

  private static final char REPLACEMENT = '\uFFFD';

  private WellFormed() {}

  static String text(String text) {
    StringBuilder repaired = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isSurrogate(c)) {
        continue;
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
        continue;
      }
      if (repaired == null) {
        repaired = new StringBuilder(text);
      }
      repaired.setCharAt(i, REPLACEMENT);
    }
    return repaired == null ? text : repaired.toString();
  }

  static Map<String, Object> map(Map<?, ?> map) {
    Map<String, Object> repaired = LinkedHashMap.newLinkedHashMap(map.size());
    map.forEach((key, value) -> repaired.put(text(String.valueOf(key)), value(value)));
    return repaired;
  }

  @SuppressWarnings("NullAway") // JSON null stays null, in maps and in lists.
  private static Object value(@Nullable Object value) {
    return switch (value) {
      case String text -> text(text);
      case Map<?, ?> map -> map(map);
      case List<?> list -> {
        List<Object> repaired = new ArrayList<>(list.size());
        list.forEach(item -> repaired.add(value(item)));
        yield repaired;
      }
      case null -> null;
      default -> value;
    };
  }
}

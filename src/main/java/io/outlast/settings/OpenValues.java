package io.outlast.settings;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values of any structure, where Spring Boot's binder makes maps with the keys 0, 1, … of lists.
 */
final class OpenValues {

  private OpenValues() {}

  static Map<String, Object> copy(Map<String, Object> map) {
    Map<String, Object> copy = new LinkedHashMap<>();
    map.forEach((key, value) -> {
      Object plain = plain(value);
      if (plain != null) {
        copy.put(key, plain);
      }
    });
    return Collections.unmodifiableMap(copy);
  }

  private static @Nullable Object plain(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map when isList(map) -> map.values().stream().map(OpenValues::plain).toList();
      case Map<?, ?> map -> {
        Map<Object, @Nullable Object> copy = new LinkedHashMap<>();
        map.forEach((key, element) -> copy.put(key, plain(element)));
        yield Collections.unmodifiableMap(copy);
      }
      case List<?> list -> list.stream().map(OpenValues::plain).toList();
      case null -> null;
      default -> value;
    };
  }

  private static boolean isList(Map<?, ?> map) {
    List<String> indexes = new ArrayList<>();
    for (int i = 0; i < map.size(); i++) {
      indexes.add(String.valueOf(i));
    }
    return !map.isEmpty() && List.copyOf(map.keySet()).equals(indexes);
  }
}

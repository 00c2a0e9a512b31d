package io.outlast.mcp;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tool as its server lists it, nothing repaired.
 *
 * @param inputSchema whatever came; null when nothing did
 */
record ListedTool(
    String name, String description, @Nullable Object inputSchema, Map<?, ?> annotations) {

  /** Null when the object has no usable name. */
  static @Nullable ListedTool read(@Nullable Object raw) {
    if (!(raw instanceof Map<?, ?> map)
        || !(map.get("name") instanceof String name)
        || name.isBlank()) {
      return null;
    }
    String description = map.get("description") instanceof String text ? text : "";
    Map<?, ?> annotations = map.get("annotations") instanceof Map<?, ?> hints ? hints : Map.of();
    return new ListedTool(name, description, map.get("inputSchema"), annotations);
  }

  boolean hints(String name) {
    return Boolean.TRUE.equals(annotations.get(name));
  }
}

package io.outlast.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Cleans a schema and all schemas inside it, without a look at which of them is the root. */
final class SchemaCleaner {

  private static final int DEEPEST = 64;
  private static final Set<String> MAPS_OF_SCHEMAS =
      Set.of("properties", "patternProperties", "dependentSchemas");
  private static final Set<String> LISTS_OF_SCHEMAS = Set.of("anyOf", "oneOf", "allOf");
  private static final Set<String> SCHEMAS =
      Set.of("not", "if", "then", "else", "contains", "propertyNames");
  private static final Set<String> SCHEMAS_OR_BOOLEANS =
      Set.of("additionalProperties", "unevaluatedProperties", "additionalItems");
  private static final Set<String> MAY_BE_NULL = Set.of("default", "const", "examples");
  private static final Set<String> HANDLED_ELSEWHERE = Set.of("$defs", "definitions");

  private final SchemaReferences references;
  private int depth;

  SchemaCleaner(SchemaReferences references) {
    this.references = references;
  }

  Map<String, Object> clean(Map<?, ?> schema) {
    Map<String, Object> cleaned = new LinkedHashMap<>();
    if (depth >= DEEPEST) {
      return cleaned;
    }
    depth++;
    schema.forEach((key, value) -> put(cleaned, String.valueOf(key), value));
    depth--;
    if ("array".equals(cleaned.get("type")) && !cleaned.containsKey("prefixItems")) {
      cleaned.putIfAbsent("items", new LinkedHashMap<String, Object>());
    }
    return cleaned;
  }

  /** Anything in the place of a schema; what is none, such as {@code true}, allows everything. */
  Map<String, Object> cleanAny(@Nullable Object schema) {
    return schema instanceof Map<?, ?> map ? clean(map) : new LinkedHashMap<>();
  }

  private void put(Map<String, Object> cleaned, String key, @Nullable Object value) {
    if (HANDLED_ELSEWHERE.contains(key) || (value == null && !MAY_BE_NULL.contains(key))) {
      return;
    }
    if ("$ref".equals(key)) {
      String kept = references.resolve(value);
      if (kept != null) {
        cleaned.put(key, kept);
      }
    } else if (MAPS_OF_SCHEMAS.contains(key)) {
      if (value instanceof Map<?, ?> map) {
        cleaned.put(key, cleanMap(map));
      }
    } else if (LISTS_OF_SCHEMAS.contains(key) || "prefixItems".equals(key)) {
      if (value instanceof List<?> list && !list.isEmpty()) {
        cleaned.put(key, cleanList(list));
      }
    } else if ("items".equals(key)) {
      cleaned.put(key, value instanceof List<?> list ? cleanList(list) : cleanAny(value));
    } else if (SCHEMAS.contains(key)) {
      cleaned.put(key, cleanAny(value));
    } else if (SCHEMAS_OR_BOOLEANS.contains(key)) {
      cleaned.put(key, value instanceof Boolean ? value : cleanAny(value));
    } else if (!"required".equals(key) || value instanceof List<?>) {
      putAsIs(cleaned, key, value);
    }
  }

  /** {@code false} in the place of a property's schema forbids the property. */
  private Map<String, Object> cleanMap(Map<?, ?> schemas) {
    Map<String, Object> cleaned = new LinkedHashMap<>();
    schemas.forEach((name, schema) -> {
      if (!Boolean.FALSE.equals(schema)) {
        cleaned.put(String.valueOf(name), cleanAny(schema));
      }
    });
    return cleaned;
  }

  private List<Object> cleanList(List<?> schemas) {
    List<Object> cleaned = new ArrayList<>();
    schemas.forEach(schema -> cleaned.add(cleanAny(schema)));
    return cleaned;
  }

  @SuppressWarnings("NullAway") // "default": null is a legal keyword and is kept.
  private static void putAsIs(Map<String, Object> cleaned, String key, @Nullable Object value) {
    cleaned.put(key, value);
  }
}

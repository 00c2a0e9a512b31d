package io.outlast.mcp;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The local references of one schema. Only those into {@code $defs} are kept. For one thread. */
final class SchemaReferences {

  private static final String DEFS = "#/$defs/";
  private static final String LEGACY = "#/definitions/";

  private final Map<String, Object> definitions = new LinkedHashMap<>();
  private final Set<String> used = new LinkedHashSet<>();

  private SchemaReferences() {}

  static SchemaReferences of(Map<?, ?> root) {
    SchemaReferences references = new SchemaReferences();
    references.collect(root.get("definitions"));
    references.collect(root.get("$defs"));
    return references;
  }

  private void collect(@Nullable Object raw) {
    if (raw instanceof Map<?, ?> map) {
      map.forEach((name, schema) -> {
        if (schema != null) {
          definitions.put(String.valueOf(name), schema);
        }
      });
    }
  }

  /** The reference to write; null when it leads nowhere or out of the definitions. */
  @Nullable String resolve(@Nullable Object reference) {
    String name = name(reference);
    if (name == null || !definitions.containsKey(name)) {
      return null;
    }
    used.add(name);
    return DEFS + name;
  }

  /** A schema that is only a reference becomes what it refers to. */
  Map<?, ?> inline(Map<?, ?> schema) {
    Map<?, ?> at = schema;
    // A chain longer than the number of definitions is a circle.
    for (int hops = 0; at.containsKey("$ref"); hops++) {
      String name = name(at.get("$ref"));
      if (hops > definitions.size()
          || name == null
          || !(definitions.get(name) instanceof Map<?, ?> target)) {
        Map<Object, Object> without = new LinkedHashMap<>(at);
        without.remove("$ref");
        return without;
      }
      at = target;
    }
    return at;
  }

  /** Whether any reference was kept. */
  boolean kept() {
    return !used.isEmpty();
  }

  /** The definitions in use, cleaned, with those that they use in turn. */
  Map<String, Object> definitions(SchemaCleaner cleaner) {
    Map<String, Object> cleaned = new LinkedHashMap<>();
    while (cleaned.size() < used.size()) {
      for (String name : Set.copyOf(used)) {
        if (!cleaned.containsKey(name)) {
          cleaned.put(name, cleaner.cleanAny(definitions.get(name)));
        }
      }
    }
    return cleaned;
  }

  private static @Nullable String name(@Nullable Object reference) {
    if (!(reference instanceof String text)) {
      return null;
    }
    String path =
        text.startsWith(DEFS)
            ? text.substring(DEFS.length())
            : text.startsWith(LEGACY) ? text.substring(LEGACY.length()) : null;
    return path == null || path.isEmpty() || path.contains("/") ? null : path;
  }
}

package io.outlast.mcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes a tool's input schema one that providers accept: an object with properties at the root, no
 * combinators there, no reference that leads nowhere. What it can not say exactly it says more
 * loosely, as the server checks its arguments itself. Pure.
 */
final class SchemaRepair {

  private static final List<String> MERGED = List.of("allOf", "anyOf", "oneOf");
  private static final Set<String> ROOT_COMBINATORS =
      Set.of("anyOf", "oneOf", "allOf", "not", "enum", "const", "if", "then", "else");

  private SchemaRepair() {}

  /** Empty when the arguments would have to be something else than an object. */
  static Optional<Map<String, Object>> repair(@Nullable Object raw) {
    if (!(raw instanceof Map<?, ?> given)) {
      return raw == null || raw instanceof Boolean ? Optional.of(openObject()) : Optional.empty();
    }
    SchemaReferences references = SchemaReferences.of(given);
    Map<String, Object> root =
        new SchemaCleaner(references).clean(inlineBranches(references.inline(given), references));
    if (!allowsObject(root.get("type"))) {
      return Optional.empty();
    }
    merge(root);
    root.put("type", "object");
    root.putIfAbsent("properties", new LinkedHashMap<String, Object>());
    root.remove("$schema");
    root.remove("$id");
    keepKnownRequired(root);
    if (references.kept()) {
      root.put("$defs", references.definitions(new SchemaCleaner(references)));
    } else {
      root.remove("$defs");
    }
    return Optional.of(root);
  }

  private static Map<String, Object> openObject() {
    Map<String, Object> open = new LinkedHashMap<>();
    open.put("type", "object");
    open.put("properties", new LinkedHashMap<String, Object>());
    return open;
  }

  /** Branches at the root are about to be merged, so their references are followed now. */
  private static Map<?, ?> inlineBranches(Map<?, ?> root, SchemaReferences references) {
    Map<Object, Object> inlined = new LinkedHashMap<>(root);
    for (String combinator : MERGED) {
      inlined.computeIfPresent(
          combinator, (key, value) -> branches(value).stream().map(references::inline).toList());
    }
    return inlined;
  }

  private static boolean allowsObject(@Nullable Object type) {
    return type == null
        || "object".equals(type)
        || type instanceof List<?> several && several.contains("object")
        || !(type instanceof String || type instanceof List<?>);
  }

  /** Replaces combinators at the root by the properties of all their branches. */
  private static void merge(Map<String, Object> root) {
    Map<String, Object> properties = new LinkedHashMap<>(properties(root));
    Set<Object> required = new LinkedHashSet<>(required(root));
    for (String combinator : MERGED) {
      List<Map<?, ?>> branches = branches(root.get(combinator));
      branches.forEach(branch -> properties(branch).forEach(properties::putIfAbsent));
      required.addAll("allOf".equals(combinator) ? inAny(branches) : inAll(branches));
    }
    ROOT_COMBINATORS.forEach(root::remove);
    root.put("properties", properties);
    root.put("required", new ArrayList<>(required));
  }

  private static Set<Object> inAny(List<Map<?, ?>> branches) {
    Set<Object> names = new LinkedHashSet<>();
    branches.forEach(branch -> names.addAll(required(branch)));
    return names;
  }

  private static Set<Object> inAll(List<Map<?, ?>> branches) {
    Set<Object> names = inAny(branches);
    branches.forEach(branch -> names.retainAll(required(branch)));
    return names;
  }

  private static List<Map<?, ?>> branches(@Nullable Object combinator) {
    List<Map<?, ?>> maps = new ArrayList<>();
    if (combinator instanceof List<?> list) {
      list.forEach(branch -> {
        if (branch instanceof Map<?, ?> map) {
          maps.add(map);
        }
      });
    }
    return maps;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> properties(Map<?, ?> schema) {
    return schema.get("properties") instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
  }

  private static List<?> required(Map<?, ?> schema) {
    return schema.get("required") instanceof List<?> list ? list : List.of();
  }

  private static void keepKnownRequired(Map<String, Object> root) {
    List<Object> known = new ArrayList<>(required(root));
    known.retainAll(properties(root).keySet());
    if (known.isEmpty()) {
      root.remove("required");
    } else {
      root.put("required", known);
    }
  }
}

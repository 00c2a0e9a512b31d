package io.outlast.settings;

import io.outlast.settings.KeyTree.Block;
import io.outlast.settings.KeyTree.Items;
import io.outlast.settings.KeyTree.Open;
import io.outlast.settings.KeyTree.Table;
import io.outlast.settings.KeyTree.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds the setting that an environment variable means. Underscores in it may separate keys, stand
 * inside a key or be left out, as in {@code OUTLAST_LIMITS_TOOLTIMEOUT} and {@code
 * OUTLAST_LIMITS_TOOL_TIMEOUT}. A name chosen elsewhere, such as {@code my-server}, is recognised
 * as {@code MY_SERVER} and {@code MYSERVER}.
 */
final class EnvironmentVariables {

  static final String PREFIX = "OUTLAST_";

  private final KeyTree keys;
  private final Collection<String> names;

  /**
   * @param names canonical names that are set elsewhere
   */
  EnvironmentVariables(KeyTree keys, Collection<String> names) {
    this.keys = keys;
    this.names = names;
  }

  /** The canonical name, or empty if there is no such setting. */
  Optional<String> setting(String variable) {
    List<String> parts = List.of(variable.substring(PREFIX.length()).split("_"));
    return find(keys, parts, EnvironmentEntries.ROOT);
  }

  /** The variable, of those without chosen names in them, that looks most like this one. */
  Optional<String> nearest(String variable) {
    List<String> known = new ArrayList<>();
    collect(keys, "OUTLAST", known);
    return Nearest.among(variable, known)
        .filter(name -> Nearest.distance(KeyTree.plain(name), KeyTree.plain(variable)) <= 3);
  }

  private Optional<String> find(KeyTree tree, List<String> parts, String name) {
    return switch (tree) {
      case Block block -> inBlock(block, parts, name);
      case Table(Value v) -> chosen(parts, name, String.join("_", parts));
      case Table(KeyTree value) -> inTable(value, parts, name);
      case Open o -> chosen(parts, name, String.join("_", parts).toLowerCase(Locale.ROOT));
      case Items(KeyTree element) -> inItems(element, parts, name);
      case Value v -> parts.isEmpty() ? Optional.of(name) : Optional.empty();
    };
  }

  private Optional<String> inBlock(Block block, List<String> parts, String name) {
    for (int end = 1; end <= parts.size(); end++) {
      String field = block.spelled(String.join("", parts.subList(0, end)));
      if (field != null) {
        Optional<String> found =
            find(block.field(field), parts.subList(end, parts.size()), name + "." + field);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> inTable(KeyTree value, List<String> parts, String name) {
    for (int end = 1; end <= parts.size(); end++) {
      String key = String.join("_", parts.subList(0, end)).toLowerCase(Locale.ROOT);
      List<String> rest = parts.subList(end, parts.size());
      Optional<String> found =
          chosen(parts.subList(0, end), name, key).flatMap(here -> find(value, rest, here));
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private Optional<String> inItems(KeyTree element, List<String> parts, String name) {
    if (parts.isEmpty()) {
      return element instanceof Value ? Optional.of(name) : Optional.empty();
    }
    return parts.getFirst().matches("\\d{1,5}")
        ? find(element, parts.subList(1, parts.size()), name + "[" + parts.getFirst() + "]")
        : Optional.empty();
  }

  private Optional<String> chosen(List<String> parts, String table, String otherwise) {
    if (otherwise.isBlank() || otherwise.matches(".*[\\[\\]].*")) {
      return Optional.empty();
    }
    String plain = KeyTree.plain(String.join("", parts));
    String key =
        names.stream()
            .filter(name -> name.startsWith(table + "["))
            .map(name -> name.substring(table.length() + 1, name.indexOf(']', table.length())))
            .filter(known -> KeyTree.plain(known).equals(plain))
            .findFirst()
            .orElse(otherwise);
    return Optional.of(table + "[" + key + "]");
  }

  private static void collect(KeyTree tree, String name, List<String> into) {
    if (tree instanceof Block(var fields)) {
      fields.forEach((field, below) ->
          collect(below, name + "_" + KeyTree.plain(field).toUpperCase(Locale.ROOT), into));
    } else {
      into.add(name);
    }
  }
}

package io.outlast.settings;

import io.outlast.settings.KeyTree.Block;
import io.outlast.settings.KeyTree.Items;
import io.outlast.settings.KeyTree.Open;
import io.outlast.settings.KeyTree.Table;
import io.outlast.settings.KeyTree.Value;
import java.util.List;
import java.util.regex.Pattern;

/** Finds the canonical name of a key as somebody wrote it. */
sealed interface KeyLookup {

  /** A place in a list. */
  Pattern INDEX = Pattern.compile("\\d{1,5}");

  /**
   * @param name canonical: fields in kebab case, chosen keys and indexes in brackets
   * @param open whether the value keeps its type
   * @param text whether an empty value is a value too
   */
  record Found(String name, boolean open, boolean text) implements KeyLookup {}

  /** The key stands for a block, so it has no value of its own. */
  record NeedsKeys() implements KeyLookup {}

  /** There is no such key. */
  record Unknown(String problem) implements KeyLookup {}

  /**
   * A chosen key may hold dots ({@code tools.a.b.timeout} for a tool {@code a.b}): it ends where
   * the rest makes sense.
   */
  static KeyLookup find(KeyTree tree, List<String> path, String name) {
    return switch (tree) {
      case Block block -> inBlock(block, path, name);
      case Table(Value value) ->
          path.isEmpty() ? new NeedsKeys() : chosen(name, String.join(".", path));
      case Table(KeyTree value) -> inTable(value, path, name);
      case Items(KeyTree element) -> inItems(element, path, name);
      case Value v ->
          path.isEmpty()
              ? new Found(name, false, v.text())
              : new Unknown(
                  INDEX.matcher(path.getFirst()).matches()
                      ? "is not taken: " + name + " is a single value and no list"
                      : "is not known: a single value stands above it");
      case Open open -> {
        StringBuilder whole = new StringBuilder(name);
        path.forEach(key -> whole.append('[').append(key).append(']'));
        yield new Found(whole.toString(), true, true);
      }
    };
  }

  private static KeyLookup inBlock(Block block, List<String> path, String name) {
    if (path.isEmpty()) {
      return new NeedsKeys();
    }
    String field = block.spelled(path.getFirst());
    if (field == null) {
      return new Unknown(
          "is not a known key; " + Nearest.advice(path.getFirst(), block.fields().keySet()));
    }
    String below = name.isEmpty() ? field : name + "." + field;
    return find(block.field(field), path.subList(1, path.size()), below);
  }

  private static KeyLookup inTable(KeyTree value, List<String> path, String name) {
    if (path.isEmpty()) {
      return new NeedsKeys();
    }
    KeyLookup first = null;
    for (int end = 1; end <= path.size(); end++) {
      String key = String.join(".", path.subList(0, end));
      KeyLookup lookup =
          switch (chosen(name, key)) {
            case Found here -> find(value, path.subList(end, path.size()), here.name());
            case KeyLookup refused -> refused;
          };
      if (lookup instanceof Found) {
        return lookup;
      }
      first = first == null ? lookup : first;
    }
    return first == null ? new NeedsKeys() : first;
  }

  private static KeyLookup inItems(KeyTree element, List<String> path, String name) {
    if (path.isEmpty()) {
      return element instanceof Value ? new Found(name, false, true) : new NeedsKeys();
    }
    if (!INDEX.matcher(path.getFirst()).matches()) {
      return new Unknown("is not known: a list stands above it");
    }
    return find(element, path.subList(1, path.size()), name + "[" + path.getFirst() + "]");
  }

  private static KeyLookup chosen(String name, String key) {
    return key.isBlank() || key.indexOf('[') >= 0 || key.indexOf(']') >= 0
        ? new Unknown("cannot be a name: it is blank or holds a bracket")
        : new Found(name + "[" + key + "]", false, true);
  }
}

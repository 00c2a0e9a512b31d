package io.outlast.settings;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;

/** The keys that a settings record knows, derived from its components. */
sealed interface KeyTree {

  /** A fixed set of keys in kebab case. */
  record Block(Map<String, KeyTree> fields) implements KeyTree {

    @Nullable String spelled(String key) {
      String plain = plain(key);
      for (String field : fields.keySet()) {
        if (plain(field).equals(plain)) {
          return field;
        }
      }
      return null;
    }

    KeyTree field(String name) {
      KeyTree tree = fields.get(name);
      if (tree == null) {
        throw new IllegalArgumentException(name);
      }
      return tree;
    }
  }

  /** Keys that the user chooses, such as the names of servers. */
  record Table(KeyTree value) implements KeyTree {}

  /** A list. */
  record Items(KeyTree element) implements KeyTree {}

  /**
   * A single value.
   *
   * @param text whether an empty one is a value too, and does not mean that nothing is said
   */
  record Value(boolean text) implements KeyTree {}

  /** Anything, kept as it is. */
  record Open() implements KeyTree {}

  static KeyTree of(Type type) {
    if (type instanceof ParameterizedType generic) {
      Type last = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
      if (generic.getRawType() == Map.class) {
        return last == Object.class ? new Open() : new Table(of(last));
      }
      if (generic.getRawType() == List.class) {
        return new Items(of(last));
      }
    }
    return type instanceof Class<?> c && c.isRecord() && c != Secret.class
        ? block(c)
        : new Value(type == String.class || type == Secret.class);
  }

  /** A key without the differences between kebab, camel and snake case. */
  static String plain(String key) {
    return key.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
  }

  private static Block block(Class<?> type) {
    Map<String, KeyTree> fields = new LinkedHashMap<>();
    for (RecordComponent component : type.getRecordComponents()) {
      fields.put(
          DataObjectPropertyName.toDashedForm(component.getName()), of(component.getGenericType()));
    }
    return new Block(fields);
  }
}

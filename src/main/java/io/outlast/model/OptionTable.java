package io.outlast.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.core.convert.ConversionException;

/**
 * The request options that can be configured for a provider. Names are relaxed: {@code max-tokens},
 * {@code maxTokens} and {@code max_tokens} are one.
 *
 * @param <B> builder of the provider's options
 */
final class OptionTable<B> {

  private record Option<B>(String name, Class<?> type, BiConsumer<B, Object> setter) {}

  private final Map<String, Option<B>> options = new LinkedHashMap<>();

  <T> OptionTable<B> with(String name, Class<T> type, BiConsumer<B, T> setter) {
    options.put(
        plain(name), new Option<>(name, type, (b, value) -> setter.accept(b, type.cast(value))));
    return this;
  }

  /** Sets what is configured; an unknown name or a value of the wrong kind is an error. */
  void apply(String model, Map<String, Object> configured, B builder) {
    configured.forEach((key, value) -> {
      String property = "outlast.models." + model + ".options." + key;
      Option<B> option = options.get(plain(key));
      if (option == null) {
        throw new IllegalArgumentException(
            "%s is unknown; known options: %s".formatted(property, known()));
      }
      option.setter().accept(builder, converted(property, option.type(), value));
    });
  }

  private static Object converted(String property, Class<?> type, Object value) {
    if (type == List.class) {
      return value instanceof Map<?, ?> indexed
          ? indexed.values().stream().map(String::valueOf).toList()
          : value instanceof List<?> list
              ? list.stream().map(String::valueOf).toList()
              : List.of(String.valueOf(value));
    }
    if (type == Map.class) {
      if (value instanceof Map<?, ?> map) {
        return map;
      }
      throw new IllegalArgumentException(property + " must be a map");
    }
    try {
      Object converted =
          ApplicationConversionService.getSharedInstance().convert(String.valueOf(value), type);
      if (converted != null) {
        return converted;
      }
    } catch (ConversionException _) {
      // told below, by the property's name
    }
    throw new IllegalArgumentException(
        "%s: '%s' is not a valid %s"
            .formatted(property, value, type.getSimpleName().toLowerCase(Locale.ROOT)));
  }

  private String known() {
    List<String> names = new ArrayList<>(options.values().stream().map(Option::name).toList());
    return String.join(", ", names);
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }
}

package io.outlast.settings;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.PlaceholdersResolver;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.util.PlaceholderResolutionException;
import org.springframework.util.PropertyPlaceholderHelper;

/** Resolves {@code ${VAR}}. Unlike Spring Boot's own resolver it refuses one that is not set. */
class StrictPlaceholders implements PlaceholdersResolver {

  private final PlaceholdersResolver texts;

  StrictPlaceholders(ConfigurableEnvironment environment) {
    PropertyPlaceholderHelper helper = new PropertyPlaceholderHelper("${", "}", ":", '\\', false);
    this.texts = new PropertySourcesPlaceholdersResolver(environment.getPropertySources(), helper);
  }

  @Override
  public @Nullable Object resolvePlaceholders(@Nullable Object value) {
    return switch (value) {
      case String text -> text(text);
      case Map<?, ?> map -> {
        Map<Object, @Nullable Object> resolved = new LinkedHashMap<>();
        map.forEach((key, element) -> resolved.put(key, resolvePlaceholders(element)));
        yield resolved;
      }
      case List<?> list -> list.stream().map(this::resolvePlaceholders).toList();
      case null -> null;
      default -> value;
    };
  }

  private @Nullable Object text(String text) {
    try {
      return texts.resolvePlaceholders(text);
    } catch (PlaceholderResolutionException e) {
      throw new UnsetPlaceholder(e);
    }
  }

  /** A placeholder without a value. */
  static final class UnsetPlaceholder extends IllegalArgumentException {
    UnsetPlaceholder(PlaceholderResolutionException e) {
      super(
          "uses ${%s}, which is not set: set the variable or write a default as in ${%s:default}"
              .formatted(e.getPlaceholder(), e.getPlaceholder()));
    }
  }
}

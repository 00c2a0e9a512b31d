package io.outlast.settings;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.origin.Origin;
import org.springframework.util.unit.DataSize;

/** Says in our words what Spring Boot's binder found wrong. */
final class BindProblem {

  private static final Pattern PLAIN_KEY = Pattern.compile("\\[([a-zA-Z_][a-zA-Z0-9_-]*)]");
  private static final Pattern HIDDEN =
      Pattern.compile("(?i)api-key|headers|\\benv\\b|secret|token|password|\\burl\\b|base-url");

  private final List<KnownEntries> sources;

  BindProblem(List<KnownEntries> sources) {
    this.sources = sources;
  }

  ConfigProblem of(BindException e) {
    Throwable cause = root(e);
    ConfigurationProperty property = e.getProperty();
    if (cause instanceof InvalidSettingException invalid) {
      ConfigurationPropertyName name = below(e.getName(), invalid.key());
      return problem(name, find(name), invalid.problem());
    }
    ConfigurationPropertyName name = property == null ? e.getName() : property.getName();
    return problem(name, property, told(e, cause, property));
  }

  private String told(BindException e, Throwable cause, @Nullable ConfigurationProperty property) {
    if (cause instanceof StrictPlaceholders.UnsetPlaceholder) {
      return Objects.toString(cause.getMessage(), "");
    }
    Class<?> target = e.getTarget().getType().resolve(Object.class);
    String shown = property == null ? "" : shown(property);
    if (target.isEnum()) {
      return shown + "is not one of " + constants(target);
    }
    if (target == int.class || target == Integer.class) {
      return shown + "is not a whole number of at most " + Integer.MAX_VALUE;
    }
    if (target == long.class || target == Long.class) {
      return shown + "is not a whole number of at most " + Long.MAX_VALUE;
    }
    if (target == double.class) {
      return shown + "is not a number";
    }
    if (target == boolean.class) {
      return shown + "is neither true nor false";
    }
    if (target == DataSize.class) {
      return shown + "is not a size: write a number of bytes or 256KB, 8MB";
    }
    String message = Objects.toString(cause.getMessage(), cause.getClass().getSimpleName());
    return message.startsWith("'") ? message : shown + message;
  }

  private static String shown(ConfigurationProperty property) {
    return HIDDEN.matcher(property.getName().toString()).find()
        ? ""
        : "'" + property.getValue() + "' ";
  }

  private static String constants(Class<?> type) {
    return String.join(
        ", ",
        Arrays.stream(type.getEnumConstants())
            .map(constant -> constant.toString().toLowerCase(Locale.ROOT).replace('_', '-'))
            .toList());
  }

  private ConfigProblem problem(
      ConfigurationPropertyName name, @Nullable ConfigurationProperty property, String text) {
    return new ConfigProblem(
        Place.of(property == null ? nearby(name) : property.getOrigin()), key(name), text);
  }

  /** A key that is missing is looked for where its block is. */
  private @Nullable Origin nearby(ConfigurationPropertyName missing) {
    ConfigurationPropertyName block = missing.getParent();
    while (!block.isEmpty()) {
      ConfigurationPropertyName above = block;
      Origin found =
          sources.stream()
              .flatMap(source -> source.below(above))
              .findFirst()
              .map(ConfigurationProperty::getOrigin)
              .orElse(null);
      if (found != null) {
        return found;
      }
      block = block.getParent();
    }
    return null;
  }

  private @Nullable ConfigurationProperty find(ConfigurationPropertyName name) {
    return sources.stream()
        .map(source -> source.getConfigurationProperty(name))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  private static ConfigurationPropertyName below(ConfigurationPropertyName name, String key) {
    return ConfigurationPropertyName.of(name.isEmpty() ? key : name + "." + key);
  }

  private static String key(ConfigurationPropertyName name) {
    return PLAIN_KEY.matcher(name.toString()).replaceAll(".$1");
  }

  private static Throwable root(Throwable e) {
    Throwable cause = e;
    while (cause.getCause() != null && !(cause instanceof InvalidSettingException)) {
      cause = cause.getCause();
    }
    return cause;
  }
}

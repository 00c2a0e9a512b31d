package io.outlast.settings;

import io.outlast.settings.KeyLookup.Found;
import io.outlast.settings.SecuritySettings.ApiKey;
import io.outlast.settings.SecuritySettings.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.io.ApplicationResourceLoader;
import org.springframework.boot.origin.SystemEnvironmentOrigin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.Resource;
import org.springframework.util.PlaceholderResolutionException;

/**
 * Reads the settings from the environment and {@code mcp.json}. Files and flags are strict;
 * environment variables that mean nothing are only reported, because Kubernetes injects some of
 * that name.
 */
final class SettingsLoader {

  private static final Logger log = LoggerFactory.getLogger(SettingsLoader.class);

  /** A single operator key in plain text. */
  static final String API_KEY_VARIABLE = "OUTLAST_API_KEY";

  private final ConfigurableEnvironment environment;
  private final StrictBinder<OutlastSettings> binder;
  private final List<String> ignored = new ArrayList<>();

  private SettingsLoader(ConfigurableEnvironment environment) {
    this.environment = environment;
    this.binder = new StrictBinder<>(OutlastSettings.class, EnvironmentEntries.ROOT, environment);
  }

  /**
   * @throws InvalidConfigurationException when the service cannot start with them
   */
  static OutlastSettings load(ConfigurableEnvironment environment) {
    return new SettingsLoader(environment).load(true);
  }

  /** The same without a word about what changes nothing. */
  static OutlastSettings reload(ConfigurableEnvironment environment) {
    return new SettingsLoader(environment).load(false);
  }

  private OutlastSettings load(boolean aloud) {
    List<ConfigEntry> mcpJson = mcpJson();
    Map<PropertySource<?>, List<ConfigEntry>> files = new LinkedHashMap<>();
    for (PropertySource<?> source : environment.getPropertySources()) {
      files.put(source, EnvironmentEntries.of(source));
    }
    List<String> names = new ArrayList<>(names(mcpJson));
    files.values().forEach(entries -> names.addAll(names(entries)));
    EnvironmentVariables variables = new EnvironmentVariables(binder.keys(), names);
    files.forEach((source, entries) -> {
      if (source instanceof SystemEnvironmentPropertySource system) {
        binder.add(fromVariables(system, variables));
      } else {
        binder.add(entries);
      }
    });
    binder.add(mcpJson);
    if (aloud) {
      report(variables);
    }
    return withKeyFromEnvironment(binder.bind());
  }

  private List<String> names(List<ConfigEntry> entries) {
    return entries.stream()
        .map(e -> KeyLookup.find(binder.keys(), e.path(), EnvironmentEntries.ROOT))
        .flatMap(lookup -> lookup instanceof Found found ? Stream.of(found.name()) : Stream.empty())
        .toList();
  }

  private KnownEntries fromVariables(
      SystemEnvironmentPropertySource source, EnvironmentVariables variables) {
    KnownEntries known = new KnownEntries();
    for (String variable : source.getPropertyNames()) {
      if (!variable.startsWith(EnvironmentVariables.PREFIX) || variable.equals(API_KEY_VARIABLE)) {
        continue;
      }
      Optional<String> name = variables.setting(variable);
      Object value = source.getProperty(variable);
      if (name.isEmpty()) {
        ignored.add(variable);
      } else if (value != null && !value.toString().isBlank()) {
        known.put(name.get(), value.toString(), new SystemEnvironmentOrigin(variable));
      }
    }
    return known;
  }

  private void report(EnvironmentVariables variables) {
    if (!ignored.isEmpty()) {
      List<String> told =
          ignored.stream()
              .sorted()
              .map(name ->
                  variables
                      .nearest(name)
                      .map(near -> name + " (did you mean " + near + "?)")
                      .orElse(name))
              .toList();
      log.warn(
          "These environment variables are no settings of Outlast and change nothing: {}",
          String.join(", ", told));
    }
  }

  private List<ConfigEntry> mcpJson() {
    String location = property(environment, "outlast.mcp.config");
    if (location.isBlank() || location.contains("${")) {
      return List.of();
    }
    Resource resource = ApplicationResourceLoader.get().getResource(location.strip());
    return McpJson.read(resource);
  }

  private OutlastSettings withKeyFromEnvironment(OutlastSettings settings) {
    String key = property(environment, API_KEY_VARIABLE);
    return key.isBlank()
        ? settings
        : settings.withApiKey(ApiKey.of(API_KEY_VARIABLE, key.strip(), Role.OPERATOR));
  }

  /** Empty if it is not set, or has a placeholder without a value: that is for others to report. */
  static String property(ConfigurableEnvironment environment, String key) {
    try {
      return Objects.requireNonNullElse(environment.getProperty(key), "");
    } catch (PlaceholderResolutionException e) {
      return "";
    }
  }
}

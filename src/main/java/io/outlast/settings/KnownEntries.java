package io.outlast.settings;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;

/** Entries under their canonical names, in the form that Spring Boot's binder reads. */
class KnownEntries implements IterableConfigurationPropertySource {

  private final Map<ConfigurationPropertyName, ConfigurationProperty> entries =
      new LinkedHashMap<>();

  void put(String name, Object value, @Nullable Origin origin) {
    ConfigurationPropertyName key = ConfigurationPropertyName.of(name);
    entries.put(key, new ConfigurationProperty(key, value, origin));
  }

  Stream<ConfigurationProperty> below(ConfigurationPropertyName block) {
    return entries.values().stream().filter(entry -> block.isAncestorOf(entry.getName()));
  }

  @Override
  public Stream<ConfigurationPropertyName> stream() {
    return entries.keySet().stream();
  }

  @Override
  public @Nullable ConfigurationProperty getConfigurationProperty(ConfigurationPropertyName name) {
    return entries.get(name);
  }
}

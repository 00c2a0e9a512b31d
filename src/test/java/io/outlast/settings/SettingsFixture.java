package io.outlast.settings;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.FileSystemResource;

/** An environment made of a real YAML file, given environment variables and flags. */
final class SettingsFixture {

  private final StandardEnvironment environment = new StandardEnvironment();
  private final Path folder;

  SettingsFixture(Path folder) {
    this.folder = folder;
    environment.getPropertySources().remove("systemProperties");
    variables(Map.of());
  }

  SettingsFixture yaml(String yaml) {
    try {
      Path file = Files.writeString(folder.resolve("application.yml"), yaml);
      new YamlPropertySourceLoader()
          .load("file", new FileSystemResource(file))
          .forEach(environment.getPropertySources()::addLast);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  SettingsFixture variables(Map<String, Object> variables) {
    var source = new SystemEnvironmentPropertySource("systemEnvironment", variables);
    environment.getPropertySources().replace("systemEnvironment", source);
    return this;
  }

  SettingsFixture flags(String... flags) {
    environment.getPropertySources().addFirst(new SimpleCommandLinePropertySource(flags));
    return this;
  }

  SettingsFixture properties(Map<String, Object> properties) {
    environment.getPropertySources().addLast(new MapPropertySource("properties", properties));
    return this;
  }

  ConfigurableEnvironment environment() {
    return environment;
  }

  OutlastSettings load() {
    return SettingsLoader.load(environment);
  }
}

package io.outlast.settings;

import io.outlast.settings.KeyLookup.Found;
import io.outlast.settings.KeyLookup.NeedsKeys;
import io.outlast.settings.KeyLookup.Unknown;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Binds a record with Spring Boot's binder, but refuses unknown keys and placeholders without a
 * value, and reads durations with {@link Durations}. Spellings in kebab, camel and snake case are
 * the same. Not for use by several threads at once.
 */
public final class StrictBinder<T> {

  private final Class<T> type;
  private final String root;
  private final KeyTree keys;
  private final PlaceholdersResolver placeholders;
  private final List<KnownEntries> sources = new ArrayList<>();
  private final List<ConfigProblem> problems = new ArrayList<>();

  /**
   * @param root prefix of every key, empty for none
   * @param environment gives the values of placeholders
   */
  public StrictBinder(Class<T> type, String root, ConfigurableEnvironment environment) {
    this.type = type;
    this.root = root;
    this.keys = KeyTree.of(type);
    this.placeholders = new StrictPlaceholders(environment);
  }

  /** Adds a source that gives way to the ones added before it. */
  public void add(List<ConfigEntry> entries) {
    KnownEntries known = new KnownEntries();
    entries.forEach(entry -> add(entry, known));
    sources.add(known);
  }

  void add(KnownEntries known) {
    sources.add(known);
  }

  /** Whether the value of this key may be of any structure. */
  public boolean takesAnything(List<String> path) {
    return KeyLookup.find(keys, path, root) instanceof Found found && found.open();
  }

  KeyTree keys() {
    return keys;
  }

  /**
   * @throws InvalidConfigurationException naming every unknown key, or else the first bad value
   */
  public T bind() {
    if (!problems.isEmpty()) {
      throw new InvalidConfigurationException(problems);
    }
    List<ConfigurationPropertySource> all = List.copyOf(sources);
    Binder binder =
        new Binder(all, placeholders, TextConversions.service(), TextConversions::registerEditors);
    try {
      return binder.bindOrCreate(ConfigurationPropertyName.of(root), Bindable.of(type), null);
    } catch (BindException e) {
      throw new InvalidConfigurationException(List.of(new BindProblem(sources).of(e)));
    }
  }

  private void add(ConfigEntry entry, KnownEntries known) {
    switch (KeyLookup.find(keys, entry.path(), root)) {
      case Found(String name, boolean open, boolean text) -> {
        if (text || !entry.value().toString().isBlank()) {
          known.put(name, open ? entry.value() : entry.value().toString(), entry.origin());
        }
      }
      case NeedsKeys n -> {
        if (!entry.value().toString().isBlank()) {
          problem(entry, "takes no value of its own but keys below it");
        }
      }
      case Unknown(String problem) -> problem(entry, problem);
    }
  }

  private void problem(ConfigEntry entry, String problem) {
    problems.add(new ConfigProblem(Place.of(entry.origin()), entry.written(), problem));
  }
}

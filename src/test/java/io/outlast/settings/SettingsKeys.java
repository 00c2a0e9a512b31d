package io.outlast.settings;

import java.io.IOException;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The keys below {@code outlast.} in the order of their records, with what the metadata says. */
final class SettingsKeys {

  /**
   * @param name the whole key, with NAME and TOOL where anything may stand
   * @param defaultValue empty when there is none
   * @param meaning as Markdown
   */
  record Key(String name, String defaultValue, String meaning) {}

  private static final Map<Class<?>, String> PLACES =
      Map.of(
          ModelSettings.class, "NAME",
          McpServerSettings.class, "NAME",
          McpServerSettings.Tool.class, "TOOL");
  private static final Pattern CODE = Pattern.compile("\\{@(?:code|link) ([^}]*)}");

  private final Map<String, String> described = new HashMap<>();
  private final List<Key> keys = new ArrayList<>();
  private final PropertySource<?> packaged;

  private SettingsKeys() throws IOException {
    Path metadata =
        Path.of(
            Objects.requireNonNull(OutlastSettings.class.getResource("OutlastSettings.class"))
                .getPath()
                .replaceFirst("io/outlast/.*", "META-INF/"));
    describe(metadata.resolve("spring-configuration-metadata.json"), "");
    Path types = metadata.resolve("spring/configuration-metadata");
    describe(types.resolve(ModelSettings.class.getName() + ".json"), "outlast.models.NAME.");
    describe(
        types.resolve(McpServerSettings.class.getName() + ".json"), "outlast.mcp.servers.NAME.");
    describe(
        types.resolve(McpServerSettings.Tool.class.getName() + ".json"),
        "outlast.mcp.servers.NAME.tools.TOOL.");
    packaged =
        new YamlPropertySourceLoader()
            .load("packaged", new ClassPathResource("application.yml"))
            .getFirst();
    collect(OutlastSettings.class, "outlast.");
  }

  static List<Key> all() throws IOException {
    return new SettingsKeys().keys;
  }

  private void describe(Path metadata, String prefix) throws IOException {
    JsonNode properties =
        JsonMapper.shared().readTree(Files.readString(metadata)).path("properties");
    for (JsonNode property : properties) {
      String text = CODE.matcher(property.path("description").asString("")).replaceAll("`$1`");
      described.put(prefix + property.path("name").asString(), text);
    }
  }

  private void collect(Class<?> type, String prefix) {
    RecordComponent[] components = type.getRecordComponents();
    for (int place = 0; place < components.length; place++) {
      RecordComponent component = components[place];
      String name = prefix + DataObjectPropertyName.toDashedForm(component.getName());
      Class<?> block = block(component.getGenericType());
      if (block == null) {
        String meaning = described.getOrDefault(name, "");
        keys.add(new Key(name, defaultOf(type, place, name), meaning));
      } else if (PLACES.containsKey(block)) {
        collect(block, name + "." + PLACES.get(block) + ".");
      } else {
        collect(block, name + ".");
      }
    }
  }

  /** The record below a key, or null for a key that holds a value. */
  private static @Nullable Class<?> block(Type kind) {
    if (kind instanceof ParameterizedType map && map.getRawType() == Map.class) {
      return block(map.getActualTypeArguments()[1]);
    }
    return kind instanceof Class<?> type && type.isRecord() && type != Secret.class ? type : null;
  }

  private String defaultOf(Class<?> type, int place, String name) {
    Parameter parameter = type.getDeclaredConstructors()[0].getParameters()[place];
    DefaultValue value = parameter.getAnnotation(DefaultValue.class);
    if (value == null) {
      return Objects.toString(packaged.getProperty(name), "");
    }
    return parameter.getType() == List.class
        ? Arrays.stream(value.value())
            .map(text -> "\"" + text + "\"")
            .collect(Collectors.joining(", ", "[", "]"))
        : String.join(", ", value.value());
  }
}

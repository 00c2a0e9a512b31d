package io.outlast.settings;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.Resource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The {@code {"mcpServers": {...}}} file of desktop clients, read as settings. */
final class McpJson {

  private static final Logger log = LoggerFactory.getLogger(McpJson.class);
  private static final Set<String> COPIED =
      Set.of("command", "args", "env", "cwd", "url", "headers");
  private static final Set<String> READ = Set.of("type", "transport", "disabled");
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS, JsonReadFeature.ALLOW_TRAILING_COMMA)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private final Resource resource;
  private final List<ConfigEntry> entries = new ArrayList<>();

  private McpJson(Resource resource) {
    this.resource = resource;
  }

  /**
   * @throws InvalidConfigurationException when the file is missing or broken
   */
  static List<ConfigEntry> read(Resource resource) {
    McpJson file = new McpJson(resource);
    JsonNode servers = file.parse().path("mcpServers");
    if (!servers.isObject()) {
      throw file.refused("", "has no \"mcpServers\": {...}");
    }
    servers.properties().forEach(server -> file.server(server.getKey(), server.getValue()));
    return file.entries;
  }

  private JsonNode parse() {
    if (!resource.exists()) {
      throw refused(
          "outlast.mcp.config", "names a file that does not exist: create it or leave the key out");
    }
    try (InputStream in = resource.getInputStream()) {
      return JSON.readTree(in);
    } catch (JacksonException e) {
      throw refused("", "is not JSON: " + position(e));
    } catch (IOException e) {
      throw refused("", "cannot be read: " + e.getMessage());
    }
  }

  /** The parser's own message quotes the text, which may be a secret. */
  private static String position(JacksonException e) {
    return e.getLocation() == null
        ? "it ends too early"
        : "look at line %d, column %d"
            .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
  }

  private void server(String name, JsonNode server) {
    if (!server.isObject()) {
      throw refused("mcpServers." + name, "is not an object");
    }
    if (server.path("disabled").asBoolean(false)) {
      log.info("{} leaves out the MCP server {}: it is disabled there", place(), name);
      return;
    }
    entry(name, "transport", transport(name, server), List.of());
    server.properties().forEach(field -> field(name, field.getKey(), field.getValue()));
  }

  private void field(String server, String key, JsonNode value) {
    if (COPIED.contains(key)) {
      flatten(server, key, value, List.of());
    } else if (!READ.contains(key)) {
      log.warn("{}: {} of the MCP server {} is not used here and ignored", place(), key, server);
    }
  }

  private void flatten(String server, String key, JsonNode value, List<String> below) {
    if (value.isObject()) {
      value.properties().forEach(f -> flatten(server, key, f.getValue(), with(below, f.getKey())));
    } else if (value.isArray()) {
      for (int i = 0; i < value.size(); i++) {
        flatten(server, key, value.get(i), with(below, String.valueOf(i)));
      }
    } else if (!value.isNull()) {
      entry(server, key, value.asString(), below);
    }
  }

  private void entry(String server, String key, String value, List<String> below) {
    List<String> path = new ArrayList<>(List.of("mcp", "servers", server, key));
    path.addAll(below);
    String written = String.join(".", with(List.of("mcpServers", server, key), below));
    Place place = new Place(place() + ", server " + server);
    entries.add(new ConfigEntry(path, written, value, place));
  }

  private String transport(String name, JsonNode server) {
    String type = server.path("type").asString(server.path("transport").asString(""));
    return switch (KeyTree.plain(type)) {
      case "" -> server.has("url") && !server.has("command") ? "streamable-http" : "stdio";
      case "stdio" -> "stdio";
      case "http", "streamablehttp" -> "streamable-http";
      case "sse" -> "sse";
      default ->
          throw refused(
              "mcpServers." + name + ".type", "'" + type + "' is not one of stdio, http, sse");
    };
  }

  private InvalidConfigurationException refused(String key, String problem) {
    return new InvalidConfigurationException(List.of(new ConfigProblem(place(), key, problem)));
  }

  private String place() {
    return Place.name(resource);
  }

  private static List<String> with(List<String> path, String... more) {
    return with(path, List.of(more));
  }

  private static List<String> with(List<String> path, List<String> more) {
    List<String> all = new ArrayList<>(path);
    all.addAll(more);
    return all;
  }
}

package io.outlast.settings;

import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param config location of a desktop client's {@code mcpServers} file, such as {@code
 *     file:./mcp.json}; a block of the same name under {@code servers} overlays its entry
 * @param servers the MCP servers by name
 */
public record McpSettings(
    @Nullable String config, @DefaultValue Map<String, McpServerSettings> servers) {

  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_-]+");

  public McpSettings {
    servers = Checks.copy(servers);
    for (String name : servers.keySet()) {
      Checks.that(
          NAME.matcher(name).matches(),
          "servers[" + name + "]",
          "is no name for a server: use letters, digits, - and _");
    }
  }
}

package io.outlast.settings;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param config location of a desktop client's {@code {"mcpServers": {...}}} file; its servers are
 *     part of {@code servers}
 * @param servers the MCP servers by name
 */
public record McpSettings(
    @Nullable String config, @DefaultValue Map<String, McpServerSettings> servers) {}

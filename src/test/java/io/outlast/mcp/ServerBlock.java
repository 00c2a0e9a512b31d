package io.outlast.mcp;

import io.outlast.settings.McpServerSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.convert.ApplicationConversionService;

/** One block under {@code outlast.mcp.servers}, bound as the service binds it. */
final class ServerBlock {

  private final Map<String, Object> properties = new HashMap<>();

  /** A stdio server with this command line. */
  static ServerBlock stdio(List<String> command, Map<String, String> env) {
    ServerBlock block = new ServerBlock().set("command", command.getFirst());
    for (int i = 1; i < command.size(); i++) {
      block.set("args[" + (i - 1) + "]", command.get(i));
    }
    env.forEach((name, value) -> block.set("env." + name, value));
    return block;
  }

  ServerBlock set(String name, String value) {
    properties.put("server." + name, value);
    return this;
  }

  McpServerSettings settings() {
    Binder binder =
        new Binder(
            List.of(new MapConfigurationPropertySource(properties)),
            null,
            ApplicationConversionService.getSharedInstance());
    return binder.bindOrCreate("server", Bindable.of(McpServerSettings.class));
  }
}

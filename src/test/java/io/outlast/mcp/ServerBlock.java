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

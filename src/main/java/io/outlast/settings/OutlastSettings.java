package io.outlast.settings;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Everything under {@code outlast.}: one immutable tree, checked when it is bound.
 *
 * @param dataDir folder of the embedded database; absolute, or beginning with {@code .}; not used
 *     when {@code spring.datasource.url} is set
 * @param agents where the agents' Markdown files are
 * @param defaultModel the model of agents that name none
 * @param models the models by name
 * @param limits the global layer of every limit
 * @param runs how runs are executed and kept
 * @param mcp the MCP servers
 * @param webhooks how others are told that a run has ended
 * @param security who may come in
 * @param api how much is taken in
 */
@ConfigurationProperties("outlast")
public record OutlastSettings(
    @DefaultValue("./data") Path dataDir,
    @NestedConfigurationProperty @DefaultValue AgentsSettings agents,
    @Nullable String defaultModel,
    @DefaultValue Map<String, ModelSettings> models,
    @NestedConfigurationProperty @DefaultValue Limits limits,
    @NestedConfigurationProperty @DefaultValue RunsSettings runs,
    @NestedConfigurationProperty @DefaultValue McpSettings mcp,
    @NestedConfigurationProperty @DefaultValue WebhookSettings webhooks,
    @NestedConfigurationProperty @DefaultValue SecuritySettings security,
    @NestedConfigurationProperty @DefaultValue ApiSettings api) {

  public OutlastSettings {
    models = Checks.copy(models);
    if (defaultModel != null && !models.containsKey(defaultModel)) {
      throw new InvalidSettingException(
          "default-model",
          "is '"
              + defaultModel
              + "', which is no key under outlast.models; "
              + Nearest.advice(defaultModel, models.keySet()));
    }
    checkDataDir(dataDir.toString());
  }

  /** H2 refuses folders that are relative without saying so, and splits its URL at semicolons. */
  private static void checkDataDir(String dir) {
    Checks.that(
        Path.of(dir).isAbsolute() || dir.startsWith(".") || dir.startsWith("~"),
        "data-dir",
        "is '" + dir + "': write an absolute path or ./" + dir);
    Checks.that(dir.indexOf(';') < 0, "data-dir", "must not hold a semicolon");
  }

  OutlastSettings withApiKey(SecuritySettings.ApiKey key) {
    List<SecuritySettings.ApiKey> keys = new ArrayList<>(security.apiKeys());
    keys.add(key);
    return new OutlastSettings(
        dataDir,
        agents,
        defaultModel,
        models,
        limits,
        runs,
        mcp,
        webhooks,
        new SecuritySettings(keys, security.allowAnonymous()),
        api);
  }
}

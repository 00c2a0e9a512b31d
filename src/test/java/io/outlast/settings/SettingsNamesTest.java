package io.outlast.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.settings.KeyTree.Block;
import io.outlast.settings.KeyTree.Items;
import io.outlast.settings.KeyTree.Table;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.unit.DataSize;

/** Names and defaults are public: who changes one has to change it here too. */
class SettingsNamesTest {

  @TempDir Path folder;

  @Test
  void everyKeyHasItsName() {
    assertThat(names(KeyTree.of(OutlastSettings.class), "outlast", new ArrayList<>()))
        .containsExactly(
            "outlast.data-dir",
            "outlast.agents.location",
            "outlast.agents.watch",
            "outlast.default-model",
            "outlast.models.*.provider",
            "outlast.models.*.base-url",
            "outlast.models.*.api-key",
            "outlast.models.*.model",
            "outlast.models.*.options",
            "outlast.limits.run-timeout",
            "outlast.limits.max-run-timeout",
            "outlast.limits.queue-timeout",
            "outlast.limits.model-timeout",
            "outlast.limits.model-attempts",
            "outlast.limits.tool-timeout",
            "outlast.limits.tool-idle-timeout",
            "outlast.limits.requested-timeout-grace",
            "outlast.limits.max-turns",
            "outlast.limits.max-tool-calls",
            "outlast.limits.max-total-tokens",
            "outlast.limits.max-result-bytes",
            "outlast.limits.parallel-tool-calls",
            "outlast.runs.concurrency",
            "outlast.runs.drain-timeout",
            "outlast.runs.retention",
            "outlast.mcp.config",
            "outlast.mcp.servers.*.transport",
            "outlast.mcp.servers.*.command",
            "outlast.mcp.servers.*.args[]",
            "outlast.mcp.servers.*.env.*",
            "outlast.mcp.servers.*.cwd",
            "outlast.mcp.servers.*.url",
            "outlast.mcp.servers.*.headers.*",
            "outlast.mcp.servers.*.required",
            "outlast.mcp.servers.*.startup-timeout",
            "outlast.mcp.servers.*.tool-timeout",
            "outlast.mcp.servers.*.tool-idle-timeout",
            "outlast.mcp.servers.*.max-concurrent-calls",
            "outlast.mcp.servers.*.trust-annotations",
            "outlast.mcp.servers.*.roots[]",
            "outlast.mcp.servers.*.restart.initial-backoff",
            "outlast.mcp.servers.*.restart.max-backoff",
            "outlast.mcp.servers.*.restart.multiplier",
            "outlast.mcp.servers.*.restart.jitter",
            "outlast.mcp.servers.*.include[]",
            "outlast.mcp.servers.*.exclude[]",
            "outlast.mcp.servers.*.tools.*.timeout",
            "outlast.mcp.servers.*.tools.*.idle-timeout",
            "outlast.mcp.servers.*.tools.*.effect",
            "outlast.mcp.servers.*.tools.*.requested-timeout.argument",
            "outlast.mcp.servers.*.tools.*.requested-timeout.unit",
            "outlast.webhooks.secret",
            "outlast.webhooks.allow-private-addresses",
            "outlast.webhooks.max-attempts",
            "outlast.webhooks.timeout",
            "outlast.security.api-keys[].name",
            "outlast.security.api-keys[].sha256",
            "outlast.security.api-keys[].role",
            "outlast.security.allow-anonymous",
            "outlast.api.requests-per-key",
            "outlast.api.requests-per-address");
  }

  @Test
  void everyKeyHasItsDefault() {
    assertThat(new SettingsFixture(folder).load())
        .isEqualTo(
            new OutlastSettings(
                Path.of("./data"),
                new AgentsSettings("file:./agents/", true),
                null,
                Map.of(),
                new Limits(
                    Duration.ofHours(1),
                    Duration.ofHours(24),
                    Duration.ZERO,
                    Duration.ofMinutes(5),
                    3,
                    Duration.ofMinutes(10),
                    Duration.ZERO,
                    Duration.ofSeconds(30),
                    50,
                    150,
                    0,
                    DataSize.ofKilobytes(256),
                    8),
                new RunsSettings(200, Duration.ofSeconds(25), Duration.ofDays(30)),
                new McpSettings(null, Map.of()),
                new WebhookSettings(null, false, 8, Duration.ofSeconds(10)),
                new SecuritySettings(List.of(), false),
                new ApiSettings(0, 0)));
  }

  @Test
  void everyKeyOfAServerHasItsDefault() {
    OutlastSettings settings =
        new SettingsFixture(folder).yaml("outlast.mcp.servers.s.command: npx").load();
    assertThat(settings.mcp().servers().get("s"))
        .isEqualTo(
            new McpServerSettings(
                McpServerSettings.Transport.STDIO,
                "npx",
                List.of(),
                Map.of(),
                null,
                null,
                Map.of(),
                false,
                Duration.ofSeconds(30),
                null,
                null,
                0,
                true,
                List.<URI>of(),
                new McpServerSettings.Restart(
                    Duration.ofSeconds(1), Duration.ofSeconds(60), 2, 0.2),
                List.of("*"),
                List.of(),
                Map.of()));
  }

  private static List<String> names(KeyTree tree, String name, List<String> into) {
    switch (tree) {
      case Block(var fields) ->
          fields.forEach((field, below) -> names(below, name + "." + field, into));
      case Table(KeyTree value) -> names(value, name + ".*", into);
      case Items(KeyTree element) -> names(element, name + "[]", into);
      case KeyTree.Value v -> into.add(name);
      case KeyTree.Open o -> into.add(name);
    }
    return into;
  }
}

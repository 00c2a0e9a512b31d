package io.outlast.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import io.outlast.settings.McpServerSettings.RequestedTimeout;
import io.outlast.settings.McpServerSettings.Tool;
import io.outlast.settings.SecuritySettings.Role;
import io.outlast.tool.Effect;
import io.outlast.tool.ToolTimeoutUnit;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.unit.DataSize;

class SettingsBindingTest {

  @TempDir Path folder;

  private SettingsFixture fixture() {
    return new SettingsFixture(folder);
  }

  private static <V> V at(Map<String, V> map, String key) {
    return Objects.requireNonNull(map.get(key), key);
  }

  private OutlastSettings yaml(String yaml) {
    return fixture().yaml(yaml).load();
  }

  @Test
  void bindsTheExampleOfTheContract() {
    OutlastSettings settings =
        fixture()
            .variables(Map.of("GITHUB_TOKEN", "ghp_1", "DOCS_TOKEN", "doc"))
            .yaml(
                """
                outlast:
                  data-dir: /var/lib/outlast
                  agents: { location: "file:./agents/", watch: false }
                  default-model: local
                  models:
                    openai: { provider: openai, base-url: "https://api.openai.com/v1", api-key: "${OPENAI_API_KEY:}", model: gpt-5-mini }
                    local: { provider: openai, base-url: "http://localhost:11434/v1", api-key: none, model: qwen3, options: { temperature: 0.2, stop: [a, b] } }
                    rehearsal: { provider: scripted }
                  limits: { tool-timeout: 90, max-result-bytes: 1MB, max-total-tokens: 5000000000 }
                  mcp:
                    servers:
                      github:
                        transport: stdio
                        command: npx
                        args: ["-y", "@modelcontextprotocol/server-github"]
                        env: { GITHUB_TOKEN: "${GITHUB_TOKEN}" }
                        exclude: ["delete_*"]
                        tools:
                          search: { timeout: 20s, effect: read-only, requested-timeout: { argument: timeout, unit: ms } }
                      docs:
                        transport: streamable-http
                        url: https://user:p%40ss@mcp.example.com/mcp
                        headers: { Authorization: "Bearer ${DOCS_TOKEN}" }
                  security:
                    api-keys: [{ name: ci, sha256: "%s", role: operator }]
                """
                    .replace("%s", "AB".repeat(32)))
            .load();

    assertThat(settings.dataDir()).isEqualTo(Path.of("/var/lib/outlast"));
    assertThat(settings.limits().toolTimeout()).isEqualTo(Duration.ofSeconds(90));
    assertThat(settings.limits().maxResultBytes()).isEqualTo(DataSize.ofMegabytes(1));
    assertThat(settings.limits().maxTotalTokens()).isEqualTo(5_000_000_000L);
    assertThat(settings.models()).containsOnlyKeys("openai", "local", "rehearsal");
    ModelSettings local = at(settings.models(), "local");
    assertThat(local).extracting(ModelSettings::apiKey).isEqualTo(new Secret("none"));
    assertThat(local)
        .extracting(ModelSettings::options, MAP)
        .isEqualTo(Map.of("temperature", 0.2, "stop", List.of("a", "b")));
    McpServerSettings github = at(settings.mcp().servers(), "github");
    assertThat(github)
        .returns(List.of("-y", "@modelcontextprotocol/server-github"), McpServerSettings::args)
        .returns(Map.of("GITHUB_TOKEN", "ghp_1"), McpServerSettings::env)
        .returns(List.of("delete_*"), McpServerSettings::exclude);
    assertThat(github.tools())
        .isEqualTo(
            Map.of(
                "search",
                new Tool(
                    Duration.ofSeconds(20),
                    null,
                    Effect.READ_ONLY,
                    new RequestedTimeout("timeout", ToolTimeoutUnit.MS))));
    assertThat(at(settings.mcp().servers(), "docs"))
        .returns(URI.create("https://user:p%40ss@mcp.example.com/mcp"), McpServerSettings::url)
        .returns(Map.of("Authorization", "Bearer doc"), McpServerSettings::headers);
    assertThat(settings.security().apiKeys())
        .containsExactly(new SecuritySettings.ApiKey("ci", "ab".repeat(32), Role.OPERATOR));
  }

  @Test
  void kebabCamelAndSnakeAreTheSame() {
    OutlastSettings settings =
        yaml(
            """
            outlast:
              limits: { toolTimeout: 1s, model_timeout: 2s, MAX-TURNS: 3 }
              mcp.servers.s: { command: x, startupTimeout: 4s, restart: { initial_backoff: 5s } }
            """);
    assertThat(settings.limits().toolTimeout()).isEqualTo(Duration.ofSeconds(1));
    assertThat(settings.limits().modelTimeout()).isEqualTo(Duration.ofSeconds(2));
    assertThat(settings.limits().maxTurns()).isEqualTo(3);
    McpServerSettings server = at(settings.mcp().servers(), "s");
    assertThat(server.startupTimeout()).isEqualTo(Duration.ofSeconds(4));
    assertThat(server.restart().initialBackoff()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void namesOfToolsSurviveWhateverIsInThem() {
    OutlastSettings settings =
        yaml(
            """
            outlast.mcp.servers.s:
              command: x
              env: { A_B: "1", lower.dotted: "2" }
              tools:
                read_file: { timeout: 1s }
                a.b: { timeout: 2s }
                "a/b": { timeout: 3s }
                "[c.d]": { timeout: 4s }
                a.timeout: { timeout: 5s }
                CamelCase: { timeout: 0 }
            """);
    McpServerSettings server = at(settings.mcp().servers(), "s");
    assertThat(server.tools().keySet())
        .containsExactlyInAnyOrder("read_file", "a.b", "a/b", "c.d", "a.timeout", "CamelCase");
    assertThat(at(server.tools(), "a.timeout").timeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(at(server.tools(), "CamelCase").timeout()).isEqualTo(Duration.ZERO);
    assertThat(server.env()).isEqualTo(Map.of("A_B", "1", "lower.dotted", "2"));
  }

  @Test
  void flagsBeatVariablesBeatFiles() {
    OutlastSettings settings =
        fixture()
            .yaml("outlast.limits: { tool-timeout: 60s, max-turns: 9, model-attempts: 4 }")
            .variables(Map.of("OUTLAST_LIMITS_TOOLTIMEOUT", "2s", "OUTLAST_LIMITS_MAX_TURNS", "8"))
            .flags("--outlast.limits.max-turns=7")
            .load();
    assertThat(settings.limits())
        .returns(Duration.ofSeconds(2), Limits::toolTimeout)
        .returns(7, Limits::maxTurns)
        .returns(4, Limits::modelAttempts);
  }

  @Test
  void variablesReachServersByTheirNames() {
    OutlastSettings settings =
        fixture()
            .yaml(
                """
                outlast.mcp.servers:
                  my-server: { command: x, tools: { read_file: { timeout: 1s } }, env: { Token: a } }
                """)
            .variables(
                Map.of(
                    "OUTLAST_MCP_SERVERS_MY_SERVER_TOOL_TIMEOUT", "3s",
                    "OUTLAST_MCP_SERVERS_MYSERVER_TOOLS_READ_FILE_TIMEOUT", "4s",
                    "OUTLAST_MCP_SERVERS_MYSERVER_ENV_TOKEN", "b",
                    "OUTLAST_MCP_SERVERS_MYSERVER_ENV_NEW_ONE", "c",
                    "OUTLAST_MCP_SERVERS_OTHER_COMMAND", "y",
                    "OUTLAST_MCP_SERVERS_OTHER_ARGS_0", "z"))
            .load();
    Map<String, McpServerSettings> servers = settings.mcp().servers();
    assertThat(servers).containsOnlyKeys("my-server", "other");
    assertThat(at(servers, "my-server"))
        .returns(Duration.ofSeconds(3), McpServerSettings::toolTimeout)
        .returns(Map.of("Token", "b", "NEW_ONE", "c"), McpServerSettings::env);
    assertThat(at(at(servers, "my-server").tools(), "read_file").timeout())
        .isEqualTo(Duration.ofSeconds(4));
    assertThat(at(servers, "other").args()).containsExactly("z");
  }

  @Test
  void anEmptyVariableSaysNothing() {
    OutlastSettings settings =
        fixture()
            .yaml("outlast.limits.tool-timeout: 3s")
            .variables(Map.of("OUTLAST_LIMITS_TOOLTIMEOUT", ""))
            .load();
    assertThat(settings.limits().toolTimeout()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void anUnknownVariableDoesNotStopTheStart() {
    OutlastSettings settings =
        fixture()
            .variables(
                Map.of(
                    "OUTLAST_PORT", "tcp://10.0.0.1:8080",
                    "OUTLAST_LIMITS_TOOLTIMOUT", "2s",
                    "OUTLAST_SERVICE_HOST", "10.0.0.1"))
            .load();
    assertThat(settings.limits().toolTimeout()).isEqualTo(Duration.ofMinutes(10));
    assertThat(
            new EnvironmentVariables(KeyTree.of(OutlastSettings.class), List.of())
                .nearest("OUTLAST_LIMITS_TOOL_TIMOUT"))
        .contains("OUTLAST_LIMITS_TOOLTIMEOUT");
  }

  @Test
  void theKeyOfTheEnvironmentIsAnOperatorsAndKeptAsHash() {
    OutlastSettings settings =
        fixture().variables(Map.of("OUTLAST_API_KEY", "single-key-9")).load();
    assertThat(settings.security().apiKeys())
        .containsExactly(
            new SecuritySettings.ApiKey(
                "OUTLAST_API_KEY",
                "5065864064146a5407c2623ccfbfdad83fb104a5900f16a2bbd324905e66e629",
                Role.OPERATOR));
  }

  @Test
  void anEmptyValueLeavesTheDefault() {
    assertThat(yaml("outlast.limits: { tool-timeout: , max-turns: '' }").limits())
        .returns(Duration.ofMinutes(10), Limits::toolTimeout)
        .returns(50, Limits::maxTurns);
  }

  @Test
  void anEmptyListOverridesTheDefault() {
    OutlastSettings settings = yaml("outlast.mcp.servers.s: { command: x, include: [] }");
    assertThat(at(settings.mcp().servers(), "s").include()).isEmpty();
  }

  @Test
  void placeholdersAreEscapedWithABackslash() {
    OutlastSettings settings = yaml("outlast.mcp.servers.s: { command: x, args: ['\\${HOME}'] }");
    assertThat(at(settings.mcp().servers(), "s").args()).containsExactly("${HOME}");
  }
}

package io.outlast.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.outlast.settings.McpServerSettings.Transport;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class McpJsonTest {

  @TempDir Path folder;

  private SettingsFixture with(String json) throws IOException {
    Path file = Files.writeString(folder.resolve("mcp.json"), json);
    return new SettingsFixture(folder).flags("--outlast.mcp.config=file:" + file);
  }

  private static McpServerSettings server(OutlastSettings settings, String name) {
    return Objects.requireNonNull(settings.mcp().servers().get(name), name);
  }

  @Test
  void itsServersAreServers() throws IOException {
    OutlastSettings settings =
        with("""
        // as an editor writes it
        {"mcpServers": {
          "mailer": {"command": "npx", "args": ["-y", "mailer"], "cwd": "/srv",
                     "env": {"TOKEN": "${TOKEN}", "MODE": "${MODE:quiet}"}},
          "web": {"type": "http", "url": "https://h/mcp", "headers": {"X-Key": "k"}},
          "untyped": {"url": "https://h/mcp"},
          "old": {"type": "sse", "url": "https://h/sse", "autoApprove": ["*"]},
          "off": {"command": "x", "disabled": true},
        }}
        """)
            .variables(Map.of("TOKEN", "t-1"))
            .load();
    assertThat(settings.mcp().servers()).containsOnlyKeys("mailer", "web", "untyped", "old");
    assertThat(server(settings, "mailer"))
        .returns(Transport.STDIO, McpServerSettings::transport)
        .returns("npx", McpServerSettings::command)
        .returns(List.of("-y", "mailer"), McpServerSettings::args)
        .returns("/srv", McpServerSettings::cwd)
        .returns(Map.of("TOKEN", "t-1", "MODE", "quiet"), McpServerSettings::env);
    assertThat(server(settings, "web"))
        .returns(Transport.STREAMABLE_HTTP, McpServerSettings::transport)
        .returns(URI.create("https://h/mcp"), McpServerSettings::url)
        .returns(Map.of("X-Key", "k"), McpServerSettings::headers);
    assertThat(server(settings, "untyped").transport()).isEqualTo(Transport.STREAMABLE_HTTP);
    assertThat(server(settings, "old").transport()).isEqualTo(Transport.SSE);
  }

  @Test
  void aConfiguredBlockOfTheSameNameLiesOverIt() throws IOException {
    OutlastSettings settings =
        with("""
        {"mcpServers": {"mailer": {"command": "npx", "args": ["a", "b"], "env": {"A": "1", "B": "2"}}}}
        """)
            .yaml(
                """
                outlast.mcp.servers.mailer:
                  tool-timeout: 5s
                  args: [c]
                  env: { B: "3" }
                """)
            .variables(Map.of("OUTLAST_MCP_SERVERS_MAILER_REQUIRED", "true"))
            .load();
    assertThat(server(settings, "mailer"))
        .returns("npx", McpServerSettings::command)
        .returns(List.of("c"), McpServerSettings::args)
        .returns(Map.of("A", "1", "B", "3"), McpServerSettings::env)
        .returns(Duration.ofSeconds(5), McpServerSettings::toolTimeout)
        .returns(true, McpServerSettings::required);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"mcpServers\": {\"mailer\": {\"command\": \"x\", \"env\": {\"T\": \"${SURELY_UNSET}\"}}}} | mcp.json, server mailer: outlast.mcp.servers.mailer.env.T uses ${SURELY_UNSET}",
        "{\"mcpServers\": {\"mailer\": {\"args\": [\"x\"]}}} | mcp.json, server mailer: outlast.mcp.servers.mailer.command is missing",
        "{\"mcpServers\": {\"mailer\": {\"type\": \"ws\", \"url\": \"x\"}}} | mcp.json: mcpServers.mailer.type 'ws' is not one of",
        "{\"mcpServers\": {\"mailer\": []}} | mcp.json: mcpServers.mailer is not an object",
        "{\"mcpServers\": {\"my mailer\": {\"command\": \"x\"}}} | outlast.mcp.servers[my mailer] is no name",
        "{\"mcpServers\": {\"mailer\": {\"command\": {\"x\": \"y\"}}}} | mailer: mcpServers.mailer.command.x is not known",
        "{\"servers\": {}} | mcp.json: has no \"mcpServers\"",
        "{\"mcpServers\": {\"a\": sk-123456} | mcp.json: is not JSON: look at line 1, column",
        "{\"mcpServers\": {} | mcp.json: is not JSON",
      })
  void mistakesNameTheFileAndTheServer(String json, String message) throws IOException {
    SettingsFixture fixture = with(json);
    assertThatExceptionOfType(InvalidConfigurationException.class)
        .isThrownBy(fixture::load)
        .withMessageContaining(message)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("123456"));
  }

  @Test
  void aMissingFileIsAMistake() {
    SettingsFixture fixture =
        new SettingsFixture(folder).flags("--outlast.mcp.config=file:./surely-missing.json");
    assertThatExceptionOfType(InvalidConfigurationException.class)
        .isThrownBy(fixture::load)
        .withMessageContaining("surely-missing.json")
        .withMessageContaining("does not exist");
  }
}

package io.outlast.doctor;

import io.outlast.doctor.AgentReport.ResolvedTool;
import io.outlast.settings.McpServerSettings;
import io.outlast.settings.McpServerSettings.Restart;
import io.outlast.settings.McpServerSettings.Transport;
import io.outlast.tool.Effect;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Reports and settings to examine. */
final class Fixtures {

  private static final Instant NOW = Instant.parse("2030-01-31T06:00:00Z");

  private Fixtures() {}

  static DeadlineReport deadline(String value, String source) {
    return deadline(value, source, "PT0S");
  }

  static DeadlineReport deadline(String value, String source, String idle) {
    return new DeadlineReport(value, source, LimitReport.of(Duration.parse(idle), source));
  }

  static ToolReport tool(String name, DeadlineReport deadline) {
    return new ToolReport(name, "fms__" + name, "", Effect.READ_ONLY, deadline);
  }

  static ServerReport server(String state, boolean required, ToolReport... tools) {
    boolean down = !state.equals("ready");
    return new ServerReport(
        "fms",
        "stdio",
        required,
        state,
        1,
        null,
        null,
        0,
        NOW,
        null,
        down ? new ServerReport.LastError("it ended", NOW, List.of("fatal")) : null,
        0,
        new ServerReport.Timings(down ? null : "PT0.2S", "PT0.01S", "PT0.001S"),
        Map.of(),
        List.of(tools));
  }

  static McpServerSettings stdio(String command, String... args) {
    return settings(Transport.STDIO, command, List.of(args), null, Map.of());
  }

  static McpServerSettings stdioWith(String tool) {
    return settings(
        Transport.STDIO,
        "server",
        List.of(),
        null,
        Map.of(tool, new McpServerSettings.Tool(Duration.ofSeconds(20), null, null, null)));
  }

  static McpServerSettings http(String url) {
    return settings(Transport.STREAMABLE_HTTP, null, List.of(), URI.create(url), Map.of());
  }

  private static McpServerSettings settings(
      Transport transport,
      String command,
      List<String> args,
      URI url,
      Map<String, McpServerSettings.Tool> tools) {
    return new McpServerSettings(
        transport,
        command,
        args,
        Map.of(),
        null,
        url,
        url == null ? Map.of() : Map.of("Authorization", "Bearer something"),
        false,
        Duration.ofSeconds(30),
        null,
        null,
        0,
        true,
        List.of(),
        new Restart(Duration.ofSeconds(1), Duration.ofSeconds(60), 2, 0.2),
        List.of("*"),
        List.of(),
        tools);
  }

  static AgentReport agent(Map<String, LimitReport> limits, DeadlineReport... tools) {
    return agent("fake", List.of(), limits, tools);
  }

  static AgentReport agent(String model, List<String> unmatched) {
    return agent(model, unmatched, Map.of("runTimeout", limit("PT1H", "global")));
  }

  private static AgentReport agent(
      String model,
      List<String> unmatched,
      Map<String, LimitReport> limits,
      DeadlineReport... tools) {
    return new AgentReport(
        "tester",
        null,
        model,
        tools.length > 0 ? List.of("*") : unmatched,
        limits,
        List.of(tools).stream()
            .map(it -> new ResolvedTool("fms", "echo", "fms__echo", Effect.READ_ONLY, it))
            .toList(),
        unmatched,
        List.of(),
        List.of(),
        "tester.md");
  }

  static LimitReport limit(String value, String source) {
    return LimitReport.of(Duration.parse(value), source);
  }
}

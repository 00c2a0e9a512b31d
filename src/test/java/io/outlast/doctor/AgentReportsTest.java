package io.outlast.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.agent.AgentCatalog;
import io.outlast.agent.AgentSpec;
import io.outlast.agent.LimitLayers;
import io.outlast.agent.PlayedTools;
import io.outlast.agent.ToolLayers;
import io.outlast.settings.LimitOverrides;
import io.outlast.settings.OutlastSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** What an agent comes to with a server srv, reached or not. */
class AgentReportsTest {

  private static final OutlastSettings SETTINGS =
      new Binder(
              new MapConfigurationPropertySource(
                  Map.of(
                      "outlast.data-dir",
                      System.getProperty("java.io.tmpdir"),
                      "outlast.mcp.servers.srv.command",
                      "server")))
          .bindOrCreate("outlast", OutlastSettings.class);

  @Test
  void aPatternIsUnmatchedOnceItsServerHasListedItsTools() {
    AgentReport before = report(new PlayedTools(), "srv:ecko", "none:echo");
    assertThat(before.unmatchedTools()).containsExactly("none:echo");
    AgentReport after = report(new PlayedTools().echo(), "srv:ecko", "srv:e*", "none:echo");
    assertThat(after.unmatchedTools()).containsExactly("srv:ecko", "none:echo");
  }

  @Test
  void limitsForToolsThatDoNotExistAreWarnedOfOnceTheToolsAreKnown() {
    assertThat(report(new PlayedTools(), "*").warnings())
        .singleElement()
        .asString()
        .contains("tools-config.gone:x", "not configured");
    assertThat(report(new PlayedTools().echo(), "*").warnings())
        .satisfiesExactly(
            it -> assertThat(it).contains("tools-config.gone:x"),
            it -> assertThat(it).contains("tools-config.srv:ecko", "did you mean echo?"));
  }

  private static AgentReport report(PlayedTools tools, String... patterns) {
    LimitOverrides limits = LimitLayers.ofTools("srv:echo", "srv:ecko", "gone:x");
    AgentSpec spec =
        new AgentSpec(
            "tester",
            null,
            null,
            List.of(patterns),
            limits,
            null,
            null,
            AgentSpec.Queueing.DEFAULT,
            "Prompt",
            "tester.md");
    return new AgentReports(one(spec), tools, new ToolLayers(SETTINGS), SETTINGS)
        .find("tester")
        .orElseThrow();
  }

  private static AgentCatalog one(AgentSpec spec) {
    return new AgentCatalog() {
      @Override
      public List<Entry> list() {
        return List.of(new Entry(spec, List.of()));
      }

      @Override
      public Optional<Entry> find(String name) {
        return list().stream().filter(it -> it.spec().name().equals(name)).findFirst();
      }
    };
  }
}

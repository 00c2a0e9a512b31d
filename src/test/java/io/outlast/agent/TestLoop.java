package io.outlast.agent;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.outlast.control.Ticker;
import io.outlast.journal.Journal;
import io.outlast.settings.LimitOverrides;
import io.outlast.settings.OutlastSettings;
import io.outlast.tool.ToolRunner;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** A loop with a played model and played tools, and the one agent tester that may use them. */
public final class TestLoop {

  public static final OutlastSettings SETTINGS =
      new Binder(
              new MapConfigurationPropertySource(
                  Map.of(
                      "outlast.models.played.provider",
                      "scripted",
                      "outlast.data-dir",
                      System.getProperty("java.io.tmpdir"))))
          .bindOrCreate("outlast", OutlastSettings.class);

  private TestLoop() {}

  public static AgentLoop of(Journal journal, PlayedModel model, PlayedTools tools) {
    return of(journal, model, tools, Clock.systemUTC(), ObservationRegistry.create());
  }

  /**
   * @param calls when the calls are said to begin and end
   */
  static AgentLoop of(
      Journal journal,
      PlayedModel model,
      PlayedTools tools,
      Clock calls,
      ObservationRegistry observations) {
    ToolRunner runner =
        new ToolRunner(tools, Ticker.SYSTEM, new SimpleMeterRegistry(), observations);
    return new AgentLoop(
        new Conversations(journal),
        new ModelTurns(model, "played", observations),
        new ToolTurns(tools, runner, new ToolLayers(SETTINGS), calls, observations),
        tools,
        observations);
  }

  static AgentSpec agent(LimitOverrides limits) {
    return new AgentSpec(
        "tester",
        null,
        null,
        List.of("*"),
        limits,
        null,
        null,
        AgentSpec.Queueing.DEFAULT,
        "Prompt",
        "test");
  }

  /** The one agent. */
  public static AgentCatalog catalog() {
    AgentCatalog.Entry only = new AgentCatalog.Entry(agent(LimitOverrides.NONE), List.of());
    return new AgentCatalog() {
      @Override
      public List<Entry> list() {
        return List.of(only);
      }

      @Override
      public Optional<Entry> find(String name) {
        return list().stream().filter(it -> it.spec().name().equals(name)).findFirst();
      }
    };
  }
}

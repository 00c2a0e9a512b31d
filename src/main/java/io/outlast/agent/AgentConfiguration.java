package io.outlast.agent;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.outlast.control.Ticker;
import io.outlast.journal.Journal;
import io.outlast.model.Models;
import io.outlast.settings.OutlastSettings;
import io.outlast.tool.ToolRunner;
import io.outlast.tool.ToolSource;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class AgentConfiguration {

  @Bean
  ToolLayers toolLayers(OutlastSettings settings) {
    return new ToolLayers(settings);
  }

  @Bean
  Conversations conversations(Journal journal) {
    return new Conversations(journal);
  }

  @Bean
  AgentLoop agentLoop(
      Conversations conversations,
      Models models,
      ToolSource source,
      ToolTurns tools,
      OutlastSettings settings,
      ObservationRegistry observations) {
    return new AgentLoop(
        conversations,
        new ModelTurns(models, settings.defaultModel(), observations),
        tools,
        source,
        observations);
  }

  @Bean
  ToolRunner toolRunner(ToolSource source, MeterRegistry meters, ObservationRegistry observations) {
    return new ToolRunner(source, Ticker.SYSTEM, meters, observations);
  }

  @Bean
  ToolTurns toolTurns(
      ToolSource source,
      ToolRunner runner,
      ToolLayers layers,
      Clock clock,
      ObservationRegistry observations) {
    return new ToolTurns(source, runner, layers, clock, observations);
  }
}

package io.outlast.agent;

import io.outlast.settings.OutlastSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;

/** Reads the agents from where the settings say, and watches them there. */
@Configuration(proxyBeanMethods = false)
class AgentCatalogConfiguration {

  private static final Logger log = LoggerFactory.getLogger(AgentCatalogConfiguration.class);
  private static final String CLASSPATH = "classpath:";

  /** A change is picked up after one to two of these. */
  private static final Duration INTERVAL = Duration.ofMillis(500);

  @Bean
  FileAgentCatalog agentCatalog(
      OutlastSettings settings,
      ConfigurableEnvironment environment,
      ApplicationEventPublisher events)
      throws IOException {
    AgentParser parser = new AgentParser(environment, settings.limits().maxRunTimeout());
    AgentFiles files = files(settings.agents().location());
    return new FileAgentCatalog(files, parser, () -> events.publishEvent(new AgentsChanged()));
  }

  @Bean
  AgentWatch agentWatch(OutlastSettings settings, FileAgentCatalog catalog) {
    AgentWatch watch = new AgentWatch(catalog);
    if (settings.agents().watch() && !settings.agents().location().startsWith(CLASSPATH)) {
      watch.start(INTERVAL);
    }
    return watch;
  }

  private static AgentFiles files(String location) throws IOException {
    if (location.startsWith(CLASSPATH)) {
      return new AgentResources(location);
    }
    Path folder =
        location.startsWith("file:")
            ? Path.of(location.substring("file:".length()))
            : Path.of(location);
    if (!Files.isDirectory(folder)) {
      log.warn("There are no agents: the folder {} does not exist", folder.toAbsolutePath());
    }
    return new AgentFolder(folder);
  }
}

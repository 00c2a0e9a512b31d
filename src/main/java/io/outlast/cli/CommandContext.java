package io.outlast.cli;

import io.outlast.agent.AgentCatalog;
import io.outlast.model.Models;
import io.outlast.worker.WorkerSwitch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/**
 * Starts the application for one command: no web server, nothing taken from the queue, and no bean
 * made that the command does not need.
 */
final class CommandContext {

  private final Class<?> application;

  /** What holds configuration is made at once, so that its mistakes end the start. */
  private final List<Class<?>> eager = new ArrayList<>(List.of(AgentCatalog.class, Models.class));

  private final List<String> arguments = new ArrayList<>();

  /** Flyway warns of every H2 that is newer than itself, Spring of what is reported anyway. */
  private final Map<String, Object> defaults =
      new HashMap<>(
          Map.of(
              "logging.level.root",
              "WARN",
              "logging.level.org.flywaydb",
              "ERROR",
              "logging.level.org.springframework.context",
              "ERROR"));

  CommandContext(Class<?> application) {
    this.application = application;
    arguments.add("--" + WorkerSwitch.PROPERTY + "=false");
  }

  /** Makes beans of this type at once, so that what is wrong with them ends the start. */
  CommandContext eagerly(Class<?> type) {
    eager.add(type);
    return this;
  }

  /** Leaves it to the command to say why a start failed. */
  CommandContext withoutFailureReport() {
    defaults.put("logging.level.org.springframework.boot.diagnostics", "OFF");
    defaults.put("logging.level.org.springframework.boot.SpringApplication", "OFF");
    return this;
  }

  CommandContext with(String argument) {
    arguments.add(argument);
    return this;
  }

  /**
   * Blocks until everything is started; MCP servers connect in the background. Why a start failed
   * has been said on standard error when this throws, unless that was not wanted.
   */
  ConfigurableApplicationContext start(List<String> settings) {
    SpringApplication start = new SpringApplication(application);
    start.setWebApplicationType(WebApplicationType.NONE);
    start.setBannerMode(Banner.Mode.OFF);
    start.setLogStartupInfo(false);
    start.setLazyInitialization(true);
    // The command ends what it began, in its own order.
    start.setRegisterShutdownHook(false);
    start.setDefaultProperties(defaults);
    start.addInitializers(context -> {
      if (context instanceof GenericApplicationContext generic) {
        generic.registerBean(
            LazyInitializationExcludeFilter.class,
            () -> LazyInitializationExcludeFilter.forBeanTypes(eager.toArray(Class<?>[]::new)));
      }
    });
    List<String> all = new ArrayList<>(settings);
    all.addAll(arguments);
    return start.run(all.toArray(String[]::new));
  }
}

package io.outlast.settings;

import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.env.ConfigTreePropertySource;
import org.springframework.boot.env.ConfigTreePropertySource.Option;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;

/**
 * Credentials as they are now. What comes from files mounted as a configuration tree ({@code
 * spring.config.import=configtree:/run/secrets/}) or from {@code mcp.json} may change while the
 * service runs. Thread-safe; reads files, and keeps what is known when they can not be read.
 */
public final class RereadSettings {

  private static final Logger log = LoggerFactory.getLogger(RereadSettings.class);

  private final ConfigurableEnvironment environment;
  private final SecretMasker masker;
  private final ReentrantLock lock = new ReentrantLock();

  RereadSettings(ConfigurableEnvironment environment, SecretMasker masker) {
    this.environment = environment;
    this.masker = masker;
  }

  /** The same server with the headers and the environment that its configuration now gives. */
  public McpServerSettings server(String name, McpServerSettings known) {
    lock.lock();
    try {
      OutlastSettings now = SettingsLoader.reload(environment);
      McpServerSettings server = now.mcp().servers().get(name);
      if (server == null) {
        return known;
      }
      masker.learn(Secrets.of(now, environment));
      return known.withCredentials(server.headers(), server.env());
    } catch (InvalidConfigurationException e) {
      log.warn(
          "{}: its credentials could not be read again, the old ones stay: {}",
          name,
          e.getMessage());
      return known;
    } finally {
      lock.unlock();
    }
  }

  /** Makes the environment read mounted files at each use instead of once. */
  static void readTreesAlways(ConfigurableEnvironment environment) {
    MutablePropertySources sources = environment.getPropertySources();
    for (PropertySource<?> source : sources) {
      if (source instanceof ConfigTreePropertySource && source.getSource() instanceof Path folder) {
        sources.replace(
            source.getName(),
            new ConfigTreePropertySource(
                source.getName(), folder, Option.ALWAYS_READ, Option.AUTO_TRIM_TRAILING_NEW_LINE));
      }
    }
  }
}

package io.outlast.api;

import io.outlast.settings.ConfigProblem;
import io.outlast.settings.InvalidConfigurationException;
import io.outlast.settings.OutlastSettings;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Keeps a service without credentials on this machine: where no address is configured it listens on
 * 127.0.0.1, and one that others can reach stops the start. Runs after the settings are read and
 * before any bean is made; Spring Boot finds it in {@code spring.factories}.
 */
public final class ListenGuard
    implements ApplicationContextInitializer<ConfigurableApplicationContext> {

  private static final String LOOPBACK = "127.0.0.1";
  private static final String ADDRESS = "server.address";
  private static final String MANAGEMENT_ADDRESS = "management.server.address";
  private static final String HEALTH_DETAILS = "management.endpoint.health.show-details";

  /**
   * @throws InvalidConfigurationException when the service must not start like this
   */
  @Override
  public void initialize(ConfigurableApplicationContext context) {
    // Commands listen nowhere.
    if (context instanceof WebServerApplicationContext) {
      OutlastSettings settings = context.getBeanFactory().getBean(OutlastSettings.class);
      check(Access.of(settings.security(), context.getEnvironment()), context.getEnvironment());
    }
  }

  static void check(Access access, ConfigurableEnvironment environment) {
    String details = access.anonymous() ? "always" : "when-authorized";
    environment
        .getPropertySources()
        .addLast(new MapPropertySource("outlast-doors", Map.of(HEALTH_DETAILS, details)));
    if (access.anonymous()) {
      new Check(access, environment).run();
    }
  }

  /** One check of a service without credentials. */
  private static final class Check {

    private final Access access;
    private final ConfigurableEnvironment environment;
    private final List<ConfigProblem> problems = new ArrayList<>();
    private final Map<String, Object> forced = new HashMap<>();

    Check(Access access, ConfigurableEnvironment environment) {
      this.access = access;
      this.environment = environment;
    }

    void run() {
      address(ADDRESS);
      if (ManagementPortType.get(environment) == ManagementPortType.DIFFERENT) {
        address(MANAGEMENT_ADDRESS);
      }
      if (!problems.isEmpty()) {
        throw new InvalidConfigurationException(problems);
      }
      // First and not last: an empty value counts as "every address" too.
      environment.getPropertySources().addFirst(new MapPropertySource("outlast-loopback", forced));
    }

    private void address(String key) {
      InetAddress address = Binder.get(environment).bind(key, InetAddress.class).orElse(null);
      if (address == null) {
        forced.put(key, LOOPBACK);
      } else if (!address.isLoopbackAddress() && !access.allowAnonymous()) {
        problems.add(new ConfigProblem("configuration", key, tooWide(key, address)));
      }
    }

    private static String tooWide(String key, InetAddress address) {
      return "is "
          + address.getHostAddress()
          + ", where others can reach it, but no credentials are configured: whoever comes could"
          + " start, read and delete runs. Configure outlast.security.api-keys, or set the"
          + " environment variable OUTLAST_API_KEY, or leave "
          + key
          + " out to listen on "
          + LOOPBACK
          + " only, or take the risk with outlast.security.allow-anonymous=true";
    }
  }
}

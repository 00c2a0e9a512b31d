package io.outlast.api;

import io.outlast.settings.ConfigProblem;
import io.outlast.settings.InvalidConfigurationException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Keeps a service without credentials on this machine: where no address is configured it listens on
 * 127.0.0.1, and one that others can reach stops the start.
 */
final class ListenGuard {

  private static final String LOOPBACK = "127.0.0.1";
  private static final String ADDRESS = "server.address";
  private static final String MANAGEMENT_ADDRESS = "management.server.address";
  private static final String HEALTH_DETAILS = "management.endpoint.health.show-details";

  private final ConfigurableEnvironment environment;
  private final Binder binder;
  private final List<ConfigProblem> problems = new ArrayList<>();
  private final Map<String, Object> forced = new HashMap<>();

  private ListenGuard(ConfigurableEnvironment environment) {
    this.environment = environment;
    this.binder = Binder.get(environment);
  }

  /**
   * @throws InvalidConfigurationException when the service must not start like this
   */
  static void check(Access access, ConfigurableEnvironment environment) {
    new ListenGuard(environment).check(access);
  }

  private void check(Access access) {
    String details = access.anonymous() ? "always" : "when-authorized";
    environment
        .getPropertySources()
        .addLast(new MapPropertySource("outlast-doors", Map.of(HEALTH_DETAILS, details)));
    if (!access.anonymous()) {
      return;
    }
    check(ADDRESS, access);
    if (ManagementPortType.get(environment) == ManagementPortType.DIFFERENT) {
      check(MANAGEMENT_ADDRESS, access);
    }
    if (!problems.isEmpty()) {
      throw new InvalidConfigurationException(problems);
    }
    // First and not last: an empty value counts as "every address" too.
    environment.getPropertySources().addFirst(new MapPropertySource("outlast-loopback", forced));
  }

  private void check(String key, Access access) {
    InetAddress address = address(key);
    if (address == null) {
      forced.put(key, LOOPBACK);
    } else if (!address.isLoopbackAddress() && !access.allowAnonymous()) {
      problems.add(
          new ConfigProblem(
              "configuration",
              key,
              "is "
                  + address.getHostAddress()
                  + ", where others can reach it, but no credentials are configured: whoever comes"
                  + " could start, read and delete runs. Configure outlast.security.api-keys, or"
                  + " set the environment variable OUTLAST_API_KEY, or leave "
                  + key
                  + " out to listen on "
                  + LOOPBACK
                  + " only, or take the risk with outlast.security.allow-anonymous=true"));
    }
  }

  private @Nullable InetAddress address(String key) {
    return binder.bind(key, InetAddress.class).orElse(null);
  }
}

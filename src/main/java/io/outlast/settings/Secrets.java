package io.outlast.settings;

import static org.springframework.core.env.StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import tools.jackson.core.io.JsonStringEncoder;

/** Collects every value of the configuration that must not be shown. */
final class Secrets {

  private static final Pattern SECRET_NAME =
      Pattern.compile(
          "(?i)(?!(old)?pwd$).*(key|token|secret|passw|pwd|auth(?!or)|cred|cookie|private).*");
  private static final Pattern ONE_WORD = Pattern.compile("[A-Za-z]*");
  private static final Pattern SCHEME = Pattern.compile("(?i)(?:bearer|basic|token)\\s+(.+)");

  /** Shorter values would blacken texts that have nothing to do with them. */
  private static final int SHORTEST = 6;

  private static final int SHORTEST_NAMED_SECRET = 4;

  private static final int LONGEST_WORD = 12;

  private final Set<String> found = new LinkedHashSet<>();

  private Secrets() {}

  static Set<String> of(OutlastSettings settings, ConfigurableEnvironment environment) {
    Secrets secrets = new Secrets();
    settings.models().values().forEach(secrets::model);
    settings.mcp().servers().values().forEach(secrets::server);
    Secret signing = settings.webhooks().secret();
    if (signing != null) {
      secrets.add(signing.value(), SHORTEST);
    }
    secrets.environment(environment);
    return secrets.found;
  }

  private void model(ModelSettings model) {
    if (model.apiKey() != null) {
      String key = model.apiKey().value();
      // Local servers take any word for a key, such as their own name.
      add(key, ONE_WORD.matcher(key).matches() ? LONGEST_WORD : SHORTEST);
    }
    userInfo(model.baseUrl());
  }

  private void server(McpServerSettings server) {
    server.headers().values().forEach(this::header);
    server.env().forEach(this::variable);
    userInfo(server.url());
  }

  private void header(String value) {
    add(value, SHORTEST);
    var scheme = SCHEME.matcher(value.strip());
    if (scheme.matches()) {
      add(scheme.group(1), SHORTEST_NAMED_SECRET);
    }
  }

  /** A plain word such as a mode or a log level is no secret, unless its name says so. */
  private void variable(String name, String value) {
    if (SECRET_NAME.matcher(name).matches()) {
      add(value, SHORTEST_NAMED_SECRET);
    } else if (!ONE_WORD.matcher(value).matches()) {
      add(value, SHORTEST);
    }
    if (value.contains("://")) {
      try {
        userInfo(URI.create(value));
      } catch (IllegalArgumentException e) {
        // Not a URL: the value itself is masked.
      }
    }
  }

  /** Secrets also come in by placeholders, for example into the arguments of a server. */
  private void environment(ConfigurableEnvironment environment) {
    if (environment.getPropertySources().get(SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME)
        instanceof EnumerablePropertySource<?> variables) {
      for (String name : variables.getPropertyNames()) {
        inherited(name, String.valueOf(variables.getProperty(name)));
      }
    }
    for (String key :
        new String[] {SettingsLoader.API_KEY_VARIABLE, "spring.datasource.password"}) {
      add(SettingsLoader.property(environment, key).strip(), SHORTEST_NAMED_SECRET);
    }
  }

  /** Not paths, as in SSH_AUTH_SOCK. */
  private void inherited(String name, String value) {
    if (SECRET_NAME.matcher(name).matches()
        && !ONE_WORD.matcher(value).matches()
        && !value.startsWith("/")) {
      add(value, 8);
    }
  }

  private void userInfo(@Nullable URI url) {
    if (url == null || url.getRawUserInfo() == null) {
      return;
    }
    String info = url.getRawUserInfo();
    add(Base64.getEncoder().encodeToString(url.getUserInfo().getBytes(StandardCharsets.UTF_8)), 1);
    int colon = info.indexOf(':');
    add(info.substring(colon + 1), SHORTEST_NAMED_SECRET);
    String plain = url.getUserInfo();
    add(plain.substring(plain.indexOf(':') + 1), SHORTEST_NAMED_SECRET);
  }

  /** With the forms that the value takes inside JSON and URLs. */
  private void add(String value, int shortest) {
    if (value.strip().length() >= shortest) {
      found.add(value);
      found.add(new String(JsonStringEncoder.getInstance().quoteAsCharArray(value)));
      found.add(URLEncoder.encode(value, StandardCharsets.UTF_8));
    }
  }
}

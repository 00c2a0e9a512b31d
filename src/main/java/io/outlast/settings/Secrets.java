package io.outlast.settings;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.ConfigurableEnvironment;
import tools.jackson.core.io.JsonStringEncoder;

/** Collects every value of the configuration that must not be shown. */
final class Secrets {

  private static final Pattern SECRET_NAME =
      Pattern.compile("(?i).*(key|token|secret|passw|pwd|auth|cred|cookie|private).*");
  private static final Pattern ONE_WORD = Pattern.compile("[A-Za-z]*");
  private static final Pattern SCHEME = Pattern.compile("(?i)(?:bearer|basic|token)\\s+(.+)");

  /** Shorter values would blacken texts that have nothing to do with them. */
  private static final int SHORTEST = 6;

  private static final int SHORTEST_NAMED_SECRET = 4;

  private final Set<String> found = new LinkedHashSet<>();

  private Secrets() {}

  static Set<String> of(OutlastSettings settings, ConfigurableEnvironment environment) {
    Secrets secrets = new Secrets();
    settings.models().values().forEach(secrets::model);
    settings.mcp().servers().values().forEach(secrets::server);
    secrets.environment(environment);
    return secrets.found;
  }

  private void model(ModelSettings model) {
    if (model.apiKey() != null) {
      add(model.apiKey().value(), SHORTEST);
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
    for (Map.Entry<String, Object> variable : environment.getSystemEnvironment().entrySet()) {
      String value = String.valueOf(variable.getValue());
      if (SECRET_NAME.matcher(variable.getKey()).matches()
          && !ONE_WORD.matcher(value).matches()
          && !isPath(value)) {
        add(value, 8);
      }
    }
    for (String key :
        new String[] {SettingsLoader.API_KEY_VARIABLE, "spring.datasource.password"}) {
      String value = environment.getProperty(key);
      if (value != null) {
        add(value.strip(), SHORTEST_NAMED_SECRET);
      }
    }
  }

  /** PWD, SSH_AUTH_SOCK and the like say where something is, which is no secret. */
  private static boolean isPath(String value) {
    try {
      return Files.exists(Path.of(value));
    } catch (InvalidPathException e) {
      return false;
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

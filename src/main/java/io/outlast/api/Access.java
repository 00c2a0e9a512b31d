package io.outlast.api;

import io.outlast.settings.SecuritySettings;
import io.outlast.settings.SecuritySettings.ApiKey;
import java.util.ArrayList;
import java.util.List;
import org.springframework.core.env.Environment;

/**
 * Who may come in.
 *
 * @param keys the known keys
 * @param jwt whether tokens of an issuer are accepted
 * @param allowAnonymous lets the service listen beyond loopback without any credentials
 */
record Access(List<ApiKey> keys, boolean jwt, boolean allowAnonymous) {

  private static final String JWT = "spring.security.oauth2.resourceserver.jwt.";

  static Access of(SecuritySettings settings, Environment environment) {
    boolean jwt =
        isSet(environment, JWT + "issuer-uri")
            || isSet(environment, JWT + "jwk-set-uri")
            || isSet(environment, JWT + "public-key-location");
    return new Access(settings.apiKeys(), jwt, settings.allowAnonymous());
  }

  private static boolean isSet(Environment environment, String key) {
    String value = environment.getProperty(key);
    return value != null && !value.isBlank();
  }

  /** No credentials are configured, so nobody can be asked for any. */
  boolean anonymous() {
    return keys.isEmpty() && !jwt;
  }

  /** Who is let in, in words. */
  String inWords() {
    if (anonymous()) {
      return "no credentials are configured, so whoever reaches it may do everything";
    }
    List<String> known = new ArrayList<>();
    if (!keys.isEmpty()) {
      known.add("the API keys " + String.join(", ", keys.stream().map(ApiKey::name).toList()));
    }
    if (jwt) {
      known.add("JWTs");
    }
    return "accepted are " + String.join(" and ", known);
  }
}

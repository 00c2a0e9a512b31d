package io.outlast.settings;

import java.time.Duration;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param secret signs webhooks; {@code whsec_} and Base64, or any text of 16 characters or more;
 *     without one no run may have a webhook
 * @param allowPrivateAddresses lets webhooks go to this machine and to private networks, never to
 *     link-local addresses
 * @param maxAttempts sendings of one message before it is given up
 * @param timeout longest wait for a receiver's answer
 */
public record WebhookSettings(
    @Nullable Secret secret,
    @DefaultValue("false") boolean allowPrivateAddresses,
    @DefaultValue("8") int maxAttempts,
    @DefaultValue("10s") Duration timeout) {

  private static final int SHORTEST = 16;
  private static final String PREFIX = "whsec_";

  public WebhookSettings {
    if (secret != null && secret.value().isBlank()) {
      secret = null;
    }
    if (secret != null) {
      Checks.that(
          secret.value().length() >= SHORTEST,
          "secret",
          "is too short: write 16 characters or more, as printed by openssl rand -base64 24");
      Checks.that(
          !secret.value().startsWith(PREFIX) || isBase64(secret.value().substring(PREFIX.length())),
          "secret",
          "begins with whsec_ and goes on with something that is not Base64");
    }
    Checks.atLeast("max-attempts", 1, maxAttempts);
    Checks.that(timeout.isPositive(), "timeout", "must be longer than 0, as in 10s");
  }

  private static boolean isBase64(String text) {
    try {
      return Base64.getDecoder().decode(text).length > 0;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}

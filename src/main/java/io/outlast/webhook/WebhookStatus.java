package io.outlast.webhook;

import java.util.Locale;

/** How far a message has got. */
public enum WebhookStatus {
  /** It waits for the run's end, or for the next attempt. */
  PENDING,
  /** The receiver answered 2xx. */
  DELIVERED,
  /** It is not sent again. */
  FAILED;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  static WebhookStatus of(String wireName) {
    return valueOf(wireName.toUpperCase(Locale.ROOT));
  }
}

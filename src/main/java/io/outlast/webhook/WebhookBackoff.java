package io.outlast.webhook;

import java.time.Duration;
import java.util.List;

/** How long after an attempt the next one comes. */
final class WebhookBackoff {

  private static final List<Duration> AFTER =
      List.of(
          Duration.ofSeconds(5),
          Duration.ofSeconds(30),
          Duration.ofMinutes(2),
          Duration.ofMinutes(10),
          Duration.ofMinutes(30),
          Duration.ofHours(1),
          Duration.ofHours(3),
          Duration.ofHours(6));

  private WebhookBackoff() {}

  /**
   * @param attempt the one that is made now, from 1
   */
  static Duration after(int attempt) {
    return AFTER.get(Math.min(attempt, AFTER.size()) - 1);
  }
}

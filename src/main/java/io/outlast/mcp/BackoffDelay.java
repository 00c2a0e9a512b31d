package io.outlast.mcp;

import io.outlast.settings.McpServerSettings.Restart;
import java.time.Duration;

/** How long to wait before an attempt. Pure. */
final class BackoffDelay {

  private BackoffDelay() {}

  /**
   * @param attempt from 1
   * @param random 0 to 1, for the jitter
   */
  static Duration of(Restart restart, int attempt, double random) {
    double initial = restart.initialBackoff().toMillis();
    double grown = initial * Math.pow(restart.multiplier(), attempt - 1.0);
    double bounded = Math.min(grown, restart.maxBackoff().toMillis());
    double jittered = bounded * (1 + restart.jitter() * (2 * random - 1));
    return Duration.ofMillis(Math.max(0, Math.round(jittered)));
  }
}

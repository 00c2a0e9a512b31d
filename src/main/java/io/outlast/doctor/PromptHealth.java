package io.outlast.doctor;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Answers soon, whatever it asks: a database that is away holds a caller for seconds, and a probe
 * that waits that long is taken for a dead process.
 */
final class PromptHealth implements HealthIndicator {

  private static final Duration LONGEST = Duration.ofMillis(800);

  private final HealthIndicator slow;

  PromptHealth(HealthIndicator slow) {
    this.slow = slow;
  }

  @Override
  public Health health() {
    CompletableFuture<Health> asked =
        CompletableFuture.supplyAsync(slow::health, Thread::startVirtualThread);
    try {
      return asked
          .completeOnTimeout(
              Health.down().withDetail("error", "No answer within " + LONGEST).build(),
              LONGEST.toMillis(),
              TimeUnit.MILLISECONDS)
          .join();
    } catch (CompletionException e) {
      return Health.down(e).build();
    }
  }
}

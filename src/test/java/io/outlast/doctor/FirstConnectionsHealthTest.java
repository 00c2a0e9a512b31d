package io.outlast.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

class FirstConnectionsHealthTest {

  private final CompletableFuture<Void> attempted = new CompletableFuture<>();

  @Test
  void itIsOutOfServiceUntilEveryServerWasTriedAndThenUpForEver() {
    FirstConnectionsHealth health = waiting(Duration.ofHours(1), "connecting");

    assertThat(health.health())
        .isEqualTo(Health.outOfService().withDetail("connecting", List.of("fms")).build());
    attempted.complete(null);
    // Connecting again, after a loss.
    assertThat(health.health().getStatus()).isEqualTo(Status.UP);
  }

  @Test
  void aServerThatCouldNotBeReachedWasTried() {
    FirstConnectionsHealth health = waiting(Duration.ofHours(1), "backoff");
    attempted.complete(null);
    assertThat(health.health().getStatus()).isEqualTo(Status.UP);
  }

  @Test
  void noServerMayTakeSoLongThatTheProcessIsRestartedForIt() {
    FirstConnectionsHealth health = waiting(Duration.ofMillis(50), "connecting");
    await().until(() -> health.health().getStatus().equals(Status.UP));
    assertThat(attempted).isNotDone();
  }

  private FirstConnectionsHealth waiting(Duration longest, String state) {
    return new FirstConnectionsHealth(
        () -> List.of(Fixtures.server(state, false)), attempted, longest);
  }
}

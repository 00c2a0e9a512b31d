package io.outlast.doctor;

import io.outlast.queue.RunQueue;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Whether the queue of runs can be read, and how many wait in it. */
final class SchedulerHealth extends AbstractHealthIndicator {

  private final RunQueue queue;

  SchedulerHealth(RunQueue queue) {
    super("The queue of runs cannot be read");
    this.queue = queue;
  }

  @Override
  protected void doHealthCheck(Health.Builder health) {
    health.up().withDetail("queued", queue.depth()).withDetail("lease", RunQueue.LEASE.toString());
  }
}

package io.outlast.mcp;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs a task a moment after it was asked for, once for any number of requests, never twice at the
 * same time; what is asked for during a run leads to one more run. Thread-safe.
 */
final class Coalesced {

  private final ScheduledExecutorService timer;
  private final Duration delay;
  private final Runnable task;
  private final AtomicInteger requests = new AtomicInteger();

  /**
   * @param task may block; runs on a virtual thread
   */
  Coalesced(ScheduledExecutorService timer, Duration delay, Runnable task) {
    this.timer = timer;
    this.delay = delay;
    this.task = task;
  }

  void request() {
    if (requests.getAndIncrement() == 0) {
      schedule();
    }
  }

  private void schedule() {
    var unused =
        timer.schedule(
            () -> Thread.startVirtualThread(this::run), delay.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void run() {
    int served = requests.get();
    try {
      task.run();
    } finally {
      if (!requests.compareAndSet(served, 0)) {
        requests.set(1);
        schedule();
      }
    }
  }
}

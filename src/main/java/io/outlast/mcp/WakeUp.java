package io.outlast.mcp;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The one thing that a server will do by itself after a while. Guarded by its server's lock. */
final class WakeUp {

  private final ScheduledExecutorService timer;
  private @Nullable ScheduledFuture<?> next;

  WakeUp(ScheduledExecutorService timer) {
    this.timer = timer;
  }

  /** In place of what was planned before; the task runs on a virtual thread and may block. */
  void in(Duration wait, Runnable task) {
    cancel();
    next =
        timer.schedule(
            () -> Thread.startVirtualThread(task), wait.toMillis(), TimeUnit.MILLISECONDS);
  }

  void cancel() {
    if (next != null) {
      next.cancel(false);
      next = null;
    }
  }
}

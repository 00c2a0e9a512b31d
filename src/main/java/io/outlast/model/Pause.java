package io.outlast.model;

import io.outlast.control.CancelSignal;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waiting that ends at once when the run is cancelled. */
final class Pause {

  private Pause() {}

  /** Returns whether the time has passed; false when the signal came first. */
  static boolean of(Duration length, CancelSignal cancel) throws InterruptedException {
    CountDownLatch cancelled = new CountDownLatch(1);
    try (var _ = cancel.onCancel(_ -> cancelled.countDown())) {
      return !cancelled.await(length.toNanos(), TimeUnit.NANOSECONDS);
    }
  }
}

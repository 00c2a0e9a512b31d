package io.outlast.mcp;

import io.outlast.tool.Delivery;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reports what is lost, the connection at most once. Thread-safe.
 *
 * <p>When several calls run into the same loss, each gets a short time to learn that it was turned
 * away too: the report waits until no call is without an answer, or for the grace. Otherwise the
 * first refusal would turn the others, which were not executed either, into calls of unknown fate.
 */
final class LossReport {

  private static final TransportEvents NOBODY =
      new TransportEvents() {
        @Override
        public @Nullable Runnable leaving(Object requestId) {
          return null;
        }

        @Override
        public void lost(TransportLoss loss, String detail) {}

        @Override
        public void exchangeLost(Object requestId, Delivery delivery, String detail) {}
      };

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Object, String> turnedAway = new LinkedHashMap<>();
  private final BooleanSupplier othersWait;
  private volatile TransportEvents events = NOBODY;
  private @Nullable TransportFailure failure;
  private boolean reported;

  LossReport(BooleanSupplier othersWait) {
    this.othersWait = othersWait;
  }

  void supervise(TransportEvents toTell) {
    events = toTell;
  }

  /** Whoever hears of what is lost; after {@link #silence} nobody. */
  TransportEvents events() {
    return events;
  }

  /** The error for messages that come after the loss; null while there is none. */
  @Nullable TransportFailure failure() {
    lock.lock();
    try {
      return failure == null
          ? null
          : new TransportFailure(failure.loss(), false, String.valueOf(failure.getMessage()), null);
    } finally {
      lock.unlock();
    }
  }

  void exchangeLost(Object id, Delivery delivery, String detail) {
    events.exchangeLost(id, delivery, detail);
  }

  /** A call was turned away, unexecuted, in a way that ends the connection. */
  void turnedAway(Object id, TransportLoss loss, Duration grace, String detail) {
    boolean late;
    lock.lock();
    try {
      late = reported;
      if (!late) {
        turnedAway.put(id, detail);
      }
    } finally {
      lock.unlock();
    }
    if (late) {
      events.exchangeLost(id, Delivery.NOT_SENT, detail);
    } else {
      lost(loss, grace, detail);
    }
  }

  /** The connection is lost; what was turned away with it is reported before it. */
  void lost(TransportLoss loss, Duration grace, String detail) {
    lock.lock();
    try {
      if (failure == null) {
        failure = new TransportFailure(loss, false, detail, null);
        CompletableFuture.delayedExecutor(
                grace.toMillis(), TimeUnit.MILLISECONDS, Thread::startVirtualThread)
            .execute(this::report);
      }
    } finally {
      lock.unlock();
    }
    settled();
  }

  /** A call got an answer or an end, so there may be nothing left to wait for. */
  void settled() {
    boolean pending;
    lock.lock();
    try {
      pending = failure != null && !reported;
    } finally {
      lock.unlock();
    }
    if (pending && !othersWait.getAsBoolean()) {
      report();
    }
  }

  /** The call was given up meanwhile. */
  void forget(Object id) {
    lock.lock();
    try {
      turnedAway.remove(id);
    } finally {
      lock.unlock();
    }
  }

  /** Nothing is reported from here on: the transport is being closed on purpose. */
  void silence() {
    lock.lock();
    try {
      reported = true;
      events = NOBODY;
    } finally {
      lock.unlock();
    }
  }

  private void report() {
    Map<Object, String> calls;
    TransportFailure why;
    lock.lock();
    try {
      if (reported || failure == null) {
        return;
      }
      reported = true;
      why = failure;
      calls = new LinkedHashMap<>(turnedAway);
      turnedAway.clear();
    } finally {
      lock.unlock();
    }
    calls.forEach((id, detail) -> events.exchangeLost(id, Delivery.NOT_SENT, detail));
    events.lost(why.loss(), String.valueOf(why.getMessage()));
  }
}

package io.outlast.control;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One-way switch that tells the work of one run to stop. Thread-safe.
 *
 * <p>The first {@link #cancel} wins and fixes the reason. Listeners run once, on the cancelling
 * thread or, when the signal was given before, on the registering one; they must not block. A
 * listener that throws does not keep others from being told.
 */
public final class CancelSignal {

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Registration, Consumer<CancelReason>> listeners = new LinkedHashMap<>();
  private volatile @Nullable CancelReason reason;

  /** Ends a listener's registration; closing twice is harmless. */
  public final class Registration implements AutoCloseable {
    @Override
    public void close() {
      lock.lock();
      try {
        listeners.remove(this);
      } finally {
        lock.unlock();
      }
    }
  }

  /** Returns whether this call was the one that gave the signal. */
  public boolean cancel(CancelReason because) {
    List<Consumer<CancelReason>> toTell;
    lock.lock();
    try {
      if (reason != null) {
        return false;
      }
      reason = because;
      toTell = new ArrayList<>(listeners.values());
      listeners.clear();
    } finally {
      lock.unlock();
    }
    for (Consumer<CancelReason> listener : toTell) {
      tell(listener, because);
    }
    return true;
  }

  public @Nullable CancelReason reason() {
    return reason;
  }

  public boolean isCancelled() {
    return reason != null;
  }

  /** Registers a listener, or calls it at once when the signal was already given. */
  public Registration onCancel(Consumer<CancelReason> listener) {
    Registration registration = new Registration();
    CancelReason given;
    lock.lock();
    try {
      given = reason;
      if (given == null) {
        listeners.put(registration, listener);
      }
    } finally {
      lock.unlock();
    }
    if (given != null) {
      tell(listener, given);
    }
    return registration;
  }

  private static void tell(Consumer<CancelReason> listener, CancelReason because) {
    try {
      listener.accept(because);
    } catch (RuntimeException e) {
      System.getLogger(CancelSignal.class.getName())
          .log(
              System.Logger.Level.WARNING,
              "A cancel listener failed; the others are still told",
              e);
    }
  }
}

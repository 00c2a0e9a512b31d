package io.outlast.control;

/**
 * Monotonic time source for deadlines, in nanoseconds from an arbitrary origin. Wall-clock instants
 * that are stored or shown come from {@link java.time.Clock} instead. Thread-safe; never blocks.
 */
@FunctionalInterface
public interface Ticker {

  /** The system's monotonic clock. */
  Ticker SYSTEM = System::nanoTime;

  /** Nanoseconds since an arbitrary origin; only differences mean something. */
  long nanos();
}

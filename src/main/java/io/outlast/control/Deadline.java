package io.outlast.control;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A fixed point in monotonic time, or none at all. Immutable and thread-safe; asking never blocks.
 *
 * <p>A deadline is handed on as a parameter and never restarted, so that waiting, connecting,
 * sending and retrying share it.
 */
public final class Deadline {

  private static final Deadline NEVER = new Deadline(Ticker.SYSTEM, null);
  private static final Duration LONGEST = Duration.ofDays(365L * 100);

  private final Ticker ticker;
  private final @Nullable Long atNanos;

  private Deadline(Ticker ticker, @Nullable Long atNanos) {
    this.ticker = ticker;
    this.atNanos = atNanos;
  }

  /** The deadline that does not come. */
  public static Deadline never() {
    return NEVER;
  }

  /**
   * A deadline that lies {@code duration} ahead; a negative or zero duration has already expired.
   */
  public static Deadline after(Duration duration, Ticker ticker) {
    Duration bounded = duration.compareTo(LONGEST) > 0 ? LONGEST : duration;
    return at(ticker.nanos() + bounded.toNanos(), ticker);
  }

  /** The deadline at a point of the ticker's time. */
  public static Deadline at(long nanos, Ticker ticker) {
    return new Deadline(ticker, nanos);
  }

  public static Deadline after(Duration duration) {
    return after(duration, Ticker.SYSTEM);
  }

  public boolean isNever() {
    return atNanos == null;
  }

  public boolean isExpired() {
    return atNanos != null && atNanos - ticker.nanos() <= 0;
  }

  /** What is left: zero once expired, a hundred years when there is no deadline. */
  public Duration remaining() {
    if (atNanos == null) {
      return LONGEST;
    }
    return Duration.ofNanos(Math.max(0, atNanos - ticker.nanos()));
  }

  /** What is left in the given unit, rounded up, so that a timed wait never ends early. */
  public long remaining(TimeUnit unit) {
    long nanos = remaining().toNanos();
    long whole = unit.convert(nanos, TimeUnit.NANOSECONDS);
    return unit.toNanos(whole) < nanos ? whole + 1 : whole;
  }

  /** The one of the two that comes first. */
  public Deadline earlier(Deadline other) {
    if (atNanos == null) {
      return other;
    }
    if (other.atNanos == null) {
      return this;
    }
    return atNanos - other.atNanos <= 0 ? this : other;
  }

  @Override
  public String toString() {
    return atNanos == null ? "Deadline[never]" : "Deadline[in " + remaining() + "]";
  }
}

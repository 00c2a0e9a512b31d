package io.outlast.tool;

import io.outlast.control.Deadline;
import io.outlast.control.Ticker;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The limits of one call that is under way. It only knows time, not who waits; any thread may ask
 * or report a sign of life.
 */
final class CallTime {

  /** Which limit. */
  enum Limit {
    TOTAL,
    IDLE
  }

  /** A limit that was reached, and when, in the ticker's time. */
  record Reached(Limit limit, long atNanos) {}

  private final Ticker ticker;
  private final Deadline deadline;
  private final boolean ends;
  private final long endNanos;
  private final long idleNanos;
  private volatile long lastSign;

  CallTime(ToolDeadline limits, Ticker ticker) {
    this(limits, Duration.ZERO, ticker);
  }

  /**
   * @param spent what is used up of the whole call's limit; silence only counts from now
   */
  CallTime(ToolDeadline limits, Duration spent, Ticker ticker) {
    this.ticker = ticker;
    this.ends = !limits.value().isZero();
    long now = ticker.nanos();
    this.endNanos = now + nanos(limits.value().minus(spent));
    this.deadline = ends ? Deadline.at(endNanos, ticker) : Deadline.never();
    this.idleNanos = limits.idle().isZero() ? 0 : nanos(limits.idle());
    this.lastSign = now;
  }

  /** The whole call's deadline, shared by everything that is done for it. */
  Deadline deadline() {
    return deadline;
  }

  /** Whether the whole call's time is up. */
  boolean isOver() {
    return ends && ticker.nanos() - endNanos >= 0;
  }

  /** The call gave a sign of life: silence begins anew, the deadline stays. */
  void heard() {
    lastSign = ticker.nanos();
  }

  /** The limit that was reached first, or null. Where both come together it is the call's. */
  @Nullable Reached reached() {
    long now = ticker.nanos();
    long idleEnd = lastSign + idleNanos;
    if (idleNanos > 0 && now - idleEnd >= 0 && !(ends && endNanos - idleEnd <= 0)) {
      return new Reached(Limit.IDLE, idleEnd);
    }
    if (ends && now - endNanos >= 0) {
      return new Reached(Limit.TOTAL, endNanos);
    }
    return null;
  }

  /** How long ago a limit was reached. */
  Duration since(Reached reached) {
    return Duration.ofNanos(ticker.nanos() - reached.atNanos());
  }

  /** How long until a limit can be reached, or null when there is none. */
  @Nullable Duration untilNext() {
    long now = ticker.nanos();
    long toIdle = idleNanos > 0 ? lastSign + idleNanos - now : Long.MAX_VALUE;
    long toEnd = ends ? endNanos - now : Long.MAX_VALUE;
    long next = Math.min(toIdle, toEnd);
    return next == Long.MAX_VALUE ? null : Duration.ofNanos(Math.max(0, next));
  }

  private static long nanos(Duration duration) {
    Duration longest = Duration.ofDays(365);
    return (duration.compareTo(longest) > 0 ? longest : duration).toNanos();
  }
}

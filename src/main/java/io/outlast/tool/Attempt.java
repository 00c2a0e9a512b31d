package io.outlast.tool;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One attempt of a call, from before the source is asked to begin it. Thread-safe. */
final class Attempt {

  private static final Logger LOG = LoggerFactory.getLogger(Attempt.class);

  /** How long a source may take to say whether it has told the server. */
  private static final long ABANDON_SECONDS = 5;

  private final int number;
  private final Delivery before;
  private final CompletableFuture<ToolExchange> exchange = new CompletableFuture<>();
  private volatile boolean entered;

  private Attempt(int number, Delivery before) {
    this.number = number;
    this.before = before;
  }

  /** The first one in this start of the run. */
  static Attempt first(Delivery before) {
    return new Attempt(1, before);
  }

  /** The next one, after this one was lost. */
  Attempt next(Delivery lost) {
    return new Attempt(number + 1, further(before, lost));
  }

  int number() {
    return number;
  }

  /** How far the attempts before this one got. */
  Delivery before() {
    return before;
  }

  /** From now on the source may be doing something for this attempt. */
  void enter() {
    entered = true;
  }

  boolean isEntered() {
    return entered;
  }

  void begun(ToolExchange underWay) {
    exchange.complete(underWay);
  }

  void failed(Throwable cause) {
    exchange.completeExceptionally(cause);
  }

  /** How far this one is known to have got; not sent is only claimed when it is proven. */
  Delivery delivery() {
    if (!entered) {
      return Delivery.NOT_SENT;
    }
    if (exchange.isDone() && !exchange.isCompletedExceptionally()) {
      try {
        return exchange.join().delivery();
      } catch (RuntimeException broken) {
        LOG.warn("A tool source cannot say how far a call got", broken);
      }
    }
    return Delivery.MAYBE_EXECUTED;
  }

  /** Gives it up on a thread of its own, also when the source only comes back later. */
  Abandoned abandon(String reason) {
    CompletableFuture<Void> given = new CompletableFuture<>();
    CompletableFuture<Boolean> told =
        exchange
            .thenComposeAsync(
                underWay -> {
                  try {
                    return underWay.abandon(reason);
                  } finally {
                    given.complete(null);
                  }
                },
                task -> Thread.ofVirtual().name("tool-abandon").start(task))
            .exceptionally(failure -> false)
            // After the stage that abandons, which must still run when the source comes back later.
            .completeOnTimeout(false, ABANDON_SECONDS, TimeUnit.SECONDS);
    return new Abandoned(given, told);
  }

  static Delivery further(Delivery one, Delivery other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  /**
   * @param given completes when the source has given the attempt up, so that it cannot leave any
   *     more
   * @param told completes with whether the server was told
   */
  record Abandoned(CompletableFuture<Void> given, CompletableFuture<Boolean> told) {}
}

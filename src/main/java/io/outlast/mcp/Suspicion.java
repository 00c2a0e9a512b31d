package io.outlast.mcp;

import io.outlast.control.Ticker;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Judges whether one connection that owes answers is still alive. A connection that has answered a
 * ping before is pinged, and condemned when no message at all comes and no call on it is inside its
 * own deadline. One that never answered a ping is condemned when two calls, one after the other,
 * time out without a message in between. Thread-safe; never blocks.
 */
final class Suspicion {

  static final Duration PING_LIMIT = Duration.ofSeconds(5);

  /** Hears the judgements. */
  interface Judge {
    void suspected(String why);

    void trusted();
  }

  private final McpConnection connection;
  private final ScheduledExecutorService timer;
  private final Ticker ticker;
  private final Judge judge;
  private final AtomicReference<@Nullable CompletableFuture<Boolean>> verdict =
      new AtomicReference<>();
  private volatile boolean answersPings;
  private volatile @Nullable Long silentSince;

  Suspicion(McpConnection connection, ScheduledExecutorService timer, Ticker ticker, Judge judge) {
    this.connection = connection;
    this.timer = timer;
    this.ticker = ticker;
    this.judge = judge;
  }

  /** Finds out, for later, whether the server answers pings at all; completes within 5 s. */
  CompletableFuture<?> learn() {
    PendingRequest ping = ping();
    after(PING_LIMIT, () -> connection.giveUp(ping, "no answer"));
    return ping.answer()
        .thenApply(answer -> true)
        .completeOnTimeout(false, PING_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
  }

  private PendingRequest ping() {
    PendingRequest ping = connection.ping();
    ping.answer()
        .thenAccept(answer -> {
          if (!(answer instanceof Answer.Lost)) {
            answersPings = true;
          }
        });
    return ping;
  }

  /** A message came: whatever it says, the server lives. */
  void heard() {
    silentSince = null;
    CompletableFuture<Boolean> open = verdict.getAndSet(null);
    if (open != null) {
      open.complete(true);
      judge.trusted();
    }
  }

  /** Completes with the verdict that is worth waiting for; null when there is none. */
  @Nullable CompletableFuture<Boolean> openVerdict() {
    return answersPings ? verdict.get() : null;
  }

  /** The connection is replaced: nobody has to wait for a verdict any more. */
  void over() {
    CompletableFuture<Boolean> open = verdict.getAndSet(null);
    if (open != null) {
      open.complete(false);
    }
  }

  /** A call was given up in flight. */
  void givenUp(PendingRequest call) {
    if (!answersPings && call.deadline().isExpired()) {
      Long since = silentSince;
      if (since == null) {
        silentSince = ticker.nanos();
      } else if (call.sentAtNanos() - since >= 0) {
        connection.condemn("two calls in a row timed out without any message from the server");
        return;
      }
    }
    suspect("a call was given up unanswered");
  }

  void suspect(String why) {
    CompletableFuture<Boolean> open = new CompletableFuture<>();
    if (!verdict.compareAndSet(null, open)) {
      return;
    }
    judge.suspected(why);
    if (answersPings) {
      PendingRequest ping = ping();
      after(PING_LIMIT, () -> judge(open, ping));
    }
  }

  private void judge(CompletableFuture<Boolean> open, PendingRequest ping) {
    if (verdict.get() != open) {
      connection.giveUp(ping, "no longer needed");
    } else if (connection.callsInsideTheirDeadlines() > 0) {
      // Silence may be the work on such a call; it is looked at again when that is over.
      after(Duration.ofSeconds(1), () -> judge(open, ping));
    } else {
      connection.condemn(
          "a ping was not answered within " + PING_LIMIT.toSeconds() + " s after a call timed out");
    }
  }

  private void after(Duration delay, Runnable task) {
    var unused =
        timer.schedule(
            () -> Thread.startVirtualThread(task), delay.toMillis(), TimeUnit.MILLISECONDS);
  }
}

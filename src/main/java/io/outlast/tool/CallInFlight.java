package io.outlast.tool;

import io.github.resilience4j.retry.Retry;
import io.outlast.control.CancelReason;
import io.outlast.telemetry.LogWords;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A call that is under way: its attempts, and the one verdict that ends it. The source is only ever
 * entered on virtual threads of its own, so that whoever waits for the verdict is never held up.
 */
final class CallInFlight {

  private static final Logger LOG = LoggerFactory.getLogger(CallInFlight.class);

  /** How far a run's timer may be ahead of its calls'; see {@link #stop}. */
  private static final Duration CLOCK_SLACK = Duration.ofMillis(250);

  /** How long to wait for the proof that a call which has not left cannot leave any more. */
  private static final long PROOF_MILLIS = 250;

  private final ToolCall call;
  private final ToolSource source;
  private final CallTime time;
  private final Retry.AsyncContext<TriedReply> retry;
  private final CompletableFuture<Verdict> verdict = new CompletableFuture<>();
  private final ToolListener listener;
  private volatile Attempt current;

  CallInFlight(
      ToolCall call,
      ToolSource source,
      CallTime time,
      Retry.AsyncContext<TriedReply> retry,
      ToolListener listener) {
    this.call = call;
    this.source = source;
    this.time = time;
    this.retry = retry;
    this.current = Attempt.first(call.earlier().delivery());
    this.listener = new SignsOfLife(listener, time, verdict::isDone);
  }

  CompletableFuture<Verdict> verdict() {
    return verdict;
  }

  /** Begins it, unless its time ran out while no process had it. */
  void start() {
    if (time.isOver()) {
      verdict.complete(new Verdict.GivenUp(Ending.of(CallTime.Limit.TOTAL, call.deadline()), null));
    } else {
      begin();
    }
  }

  private void begin() {
    Attempt attempt = current;
    Thread.ofVirtual().name("tool-call").start(LogWords.carrying(() -> enter(attempt)));
  }

  /** Settles the call if a limit was reached. */
  void checkLimits() {
    CallTime.Reached reached = time.reached();
    if (reached == null) {
      return;
    }
    if (reached.limit() == CallTime.Limit.IDLE && current.delivery() == Delivery.NOT_SENT) {
      // A server cannot give signs of life for a call that still waits for its turn.
      time.heard();
      return;
    }
    verdict.complete(new Verdict.GivenUp(Ending.of(reached.limit(), call.deadline()), reached));
  }

  /** The run is told to stop. */
  void stop(CancelReason reason) {
    if (reason == CancelReason.RUN_TIMEOUT && isAboutToEndBeforeItsRun()) {
      // It was fixed at the start that this call ends by its own limit. A run's timer that is ahead
      // by a hair must not tell another story; the limit is due in a moment anyway.
      return;
    }
    verdict.complete(new Verdict.GivenUp(Ending.of(reason), null));
  }

  /** What there is to say about the attempts of an answered call. */
  Reach answered() {
    Attempt attempt = current;
    return new Reach(attempt.before(), number(attempt), CompletableFuture.completedFuture(false));
  }

  /** Tells the source that nobody waits any more. After the verdict only. */
  Reach giveUp(String reason) {
    Attempt attempt = current;
    if (!attempt.isEntered()) {
      // It will find the verdict and never ask the source.
      return new Reach(
          attempt.before(), number(attempt) - 1, CompletableFuture.completedFuture(false));
    }
    Attempt.Abandoned abandoned = attempt.abandon(reason);
    Delivery delivery = attempt.delivery();
    if (delivery == Delivery.NOT_SENT) {
      // It may have left while it was given up: only what holds afterwards is a proof.
      delivery = isDoneSoon(abandoned.given()) ? attempt.delivery() : Delivery.MAYBE_EXECUTED;
    }
    return new Reach(
        Attempt.further(attempt.before(), delivery), number(attempt), abandoned.told());
  }

  private int number(Attempt attempt) {
    return call.earlier().attempts() + attempt.number();
  }

  /** How far a call got, in how many attempts, and whether its server is told of its end. */
  record Reach(Delivery delivery, int attempts, CompletableFuture<Boolean> cancelSent) {}

  private boolean isAboutToEndBeforeItsRun() {
    return !call.deadline().endsWithRun()
        && !call.deadline().value().isZero()
        && time.deadline().remaining().compareTo(CLOCK_SLACK) <= 0;
  }

  private void enter(Attempt attempt) {
    attempt.enter();
    // Entered first, then looked: a verdict given in between sees this attempt as begun.
    if (verdict.isDone()) {
      attempt.failed(new IllegalStateException("The call was settled before it began"));
      return;
    }
    try {
      ToolExchange exchange =
          source.start(
              new ToolRequest(
                  call.tool().ref(), call.arguments(), time.deadline(), call.meta(), listener));
      attempt.begun(exchange);
      var _ = exchange.reply().whenComplete((reply, failure) -> ended(attempt, reply, failure));
    } catch (RuntimeException | Error broken) {
      attempt.failed(broken);
      ended(attempt, null, broken);
    }
  }

  private void ended(Attempt attempt, @Nullable ToolReply reply, @Nullable Throwable failure) {
    if (verdict.isDone()) {
      return;
    }
    ToolReply known = reply != null ? reply : broken(failure);
    TriedReply tried = new TriedReply(known, call.tool().effect(), attempt.number());
    if (retry.onResult(tried) >= 0 && known instanceof ToolReply.Lost lost) {
      current = attempt.next(lost.delivery());
      begin();
      return;
    }
    if (tried.isAnswered() || attempt.number() > 1) {
      retry.onComplete();
    } else {
      retry.onError(new IllegalStateException("not answered, and not to be repeated"));
    }
    verdict.complete(new Verdict.Answered(known));
  }

  private ToolReply broken(@Nullable Throwable failure) {
    LOG.error("The source of {} failed under a call", call.tool().ref(), failure);
    return new ToolReply.Lost("internal error: " + failure, Delivery.MAYBE_EXECUTED);
  }

  private static boolean isDoneSoon(CompletableFuture<Void> given) {
    try {
      given.get(PROOF_MILLIS, TimeUnit.MILLISECONDS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (TimeoutException | ExecutionException e) {
      return false;
    }
  }
}

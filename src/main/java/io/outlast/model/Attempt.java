package io.outlast.model;

import io.outlast.control.CancelSignal;
import io.outlast.telemetry.LogWords;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * One attempt: a blocking call on a virtual thread of its own, so that its caller is released on
 * time whatever the socket does. A call that is given up is aborted, after the outcome is settled.
 */
final class Attempt {

  private Attempt() {}

  /**
   * @param exchange what is aborted when the limit or the signal comes first
   * @param call the blocking call; what it throws is thrown on, as the cause of an {@link
   *     IllegalStateException}
   */
  static Outcome run(
      Exchange exchange, Supplier<Outcome> call, Duration limit, CancelSignal cancel) {
    CompletableFuture<Outcome> settled = new CompletableFuture<>();
    Thread caller =
        Thread.ofVirtual().name("model-call").start(LogWords.carrying(() -> settle(settled, call)));
    try (var _ = cancel.onCancel(_ -> settled.complete(new Outcome.Stopped()))) {
      Outcome outcome = settled.get(limit.toNanos(), TimeUnit.NANOSECONDS);
      if (outcome instanceof Outcome.Stopped) {
        abort(exchange, caller);
      }
      return outcome;
    } catch (TimeoutException _) {
      abort(exchange, caller);
      return new Outcome.OutOfTime();
    } catch (InterruptedException _) {
      abort(exchange, caller);
      Thread.currentThread().interrupt();
      return new Outcome.Stopped();
    } catch (ExecutionException e) {
      throw new IllegalStateException("A model call failed in an unforeseen way", e.getCause());
    }
  }

  private static void settle(CompletableFuture<Outcome> settled, Supplier<Outcome> call) {
    try {
      settled.complete(call.get());
    } catch (Throwable e) {
      settled.completeExceptionally(e);
    }
  }

  private static void abort(Exchange exchange, Thread caller) {
    exchange.abort();
    caller.interrupt();
  }
}

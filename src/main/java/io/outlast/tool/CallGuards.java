package io.outlast.tool;

import io.github.resilience4j.micrometer.tagged.TaggedRetryMetrics;
import io.github.resilience4j.micrometer.tagged.TaggedTimeLimiterMetrics;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import io.github.resilience4j.retry.RetryRegistry;
import io.github.resilience4j.timelimiter.TimeLimiter;
import io.github.resilience4j.timelimiter.TimeLimiterConfig;
import io.github.resilience4j.timelimiter.TimeLimiterRegistry;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Resilience4j's time limiter and retry, one instance for each server and tool, their metrics bound
 * to Micrometer.
 *
 * <p>A limiter has one fixed limit, our calls have each their own. So every wait gets a limiter of
 * its own, and how the call ended is reported to the registered one, which keeps the metrics.
 */
final class CallGuards {

  private static final int ATTEMPTS = 2;

  private final TimeLimiterRegistry limiters = TimeLimiterRegistry.ofDefaults();
  private final RetryRegistry retries =
      RetryRegistry.of(
          RetryConfig.<TriedReply>custom()
              .maxAttempts(ATTEMPTS)
              .retryOnResult(TriedReply::isToBeRepeated)
              .retryOnException(failure -> false)
              // The connection does the waiting, inside the call's deadline.
              .intervalFunction(attempt -> 0L)
              .build());

  CallGuards(MeterRegistry meters) {
    TaggedTimeLimiterMetrics.ofTimeLimiterRegistry(limiters).bindTo(meters);
    TaggedRetryMetrics.ofRetryRegistry(retries).bindTo(meters);
  }

  Retry.AsyncContext<TriedReply> retry(ToolRef tool) {
    return retries.retry(tool.toString()).asyncContext();
  }

  /**
   * Waits on the calling thread.
   *
   * @param limit null for none
   * @throws TimeoutException when the limit comes first; never earlier than it
   */
  static Verdict await(CompletableFuture<Verdict> verdict, @Nullable Duration limit)
      throws TimeoutException, InterruptedException {
    try {
      return limit == null ? verdict.get() : limiter(limit).executeFutureSupplier(() -> verdict);
    } catch (TimeoutException | InterruptedException | RuntimeException expected) {
      throw expected;
    } catch (Exception impossible) {
      throw new IllegalStateException("A verdict never fails", impossible);
    }
  }

  void report(ToolRef tool, Verdict verdict) {
    TimeLimiter registered = limiters.timeLimiter(tool.toString());
    switch (verdict) {
      case Verdict.Answered answered -> registered.onSuccess();
      case Verdict.GivenUp(Ending ending, var reached) ->
          registered.onError(
              reached != null
                  ? new TimeoutException(ending.code().wireName())
                  : new CancellationException(ending.code().wireName()));
    }
  }

  private static TimeLimiter limiter(Duration limit) {
    return TimeLimiter.of(
        TimeLimiterConfig.custom()
            // It counts in whole milliseconds and would cut the rest off.
            .timeoutDuration(Duration.ofMillis(limit.plusNanos(999_999).toMillis()))
            .cancelRunningFuture(false)
            .build());
  }
}

package io.outlast.mcp;

import io.outlast.control.Deadline;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * How long one caller is willing to wait.
 *
 * @param gaveUp completes when the caller no longer wants to
 */
record Waiting(Deadline deadline, CompletableFuture<?> gaveUp) {

  /** Blocks until {@code event}; false when the deadline or the caller's giving up came first. */
  boolean until(CompletableFuture<?> event) {
    try {
      CompletableFuture.anyOf(event, gaveUp)
          .get(deadline.remaining(TimeUnit.NANOSECONDS), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    return !gaveUp.isDone();
  }
}

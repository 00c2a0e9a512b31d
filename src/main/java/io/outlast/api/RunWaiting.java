package io.outlast.api;

import io.outlast.journal.Journal;
import io.outlast.journal.JournalTail;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for the end of a run. */
final class RunWaiting {

  /** How soon the end of a run in another process is noticed. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final Journal journal;
  private final JournalTail tail;

  RunWaiting(Journal journal, JournalTail tail) {
    this.journal = journal;
    this.tail = tail;
  }

  /**
   * Blocks until the run has ended or the time, ten minutes at most, is over; gives the run as it
   * is then.
   */
  Run await(RunId id, Duration timeout) throws InterruptedException {
    Duration bounded = timeout.compareTo(LONGEST) > 0 ? LONGEST : timeout;
    long end = System.nanoTime() + bounded.toNanos();
    while (true) {
      // Taken before the look, so that what is written in between is not missed.
      CompletableFuture<Void> more = tail.next(id);
      try {
        Run run = Runs.find(journal, id.value());
        long left = end - System.nanoTime();
        if (run.status().isTerminal() || left <= 0) {
          return run;
        }
        more.get(Math.min(left, LOOK_AGAIN.toNanos()), TimeUnit.NANOSECONDS);
      } catch (TimeoutException | ExecutionException e) {
        // Look again.
      } finally {
        more.cancel(false);
      }
    }
  }
}

package io.outlast.api;

import io.outlast.journal.Journal;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import java.time.Duration;

/** Waits for the end of a run. */
final class RunWaiting {

  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final Journal journal;
  private final RunFeeds feeds;

  RunWaiting(Journal journal, RunFeeds feeds) {
    this.journal = journal;
    this.feeds = feeds;
  }

  /**
   * Blocks until the run has ended, the time, ten minutes at most, is over, or this process stops;
   * gives the run as it is then.
   */
  Run await(RunId id, Duration timeout) throws InterruptedException {
    Run run = Runs.find(journal, id.value());
    if (run.status().isTerminal() || !timeout.isPositive()) {
      return run;
    }
    try (RunFeeds.Reading reading = feeds.open(id)) {
      reading.feed().awaitDone(timeout.compareTo(LONGEST) > 0 ? LONGEST : timeout);
    }
    return Runs.find(journal, id.value());
  }
}

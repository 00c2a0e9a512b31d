package io.outlast.api;

import io.outlast.journal.JournalTail;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fills a feed with what is written to its run, until the run is over or nobody reads it. */
final class FeedPump implements Runnable {

  private static final Logger log = LoggerFactory.getLogger(FeedPump.class);

  private final RunFeed feed;
  private final JournalTail tail;
  private final JournalReader journal;
  private final Semaphore stirred = new Semaphore(0);
  private boolean begun;

  FeedPump(RunFeed feed, JournalTail tail, JournalReader journal) {
    this.feed = feed;
    this.tail = tail;
    this.journal = journal;
  }

  /** There may be more; does not block. */
  void stir() {
    stirred.release();
  }

  @Override
  public void run() {
    try {
      while (!feed.isDone()) {
        // Taken before the look, so that what is written in between is not missed.
        CompletableFuture<Void> more = tail.next(feed.id());
        CompletableFuture<Void> told = more.thenRun(this::stir);
        try {
          fetch();
          awaitStirred();
        } finally {
          told.cancel(false);
          more.cancel(false);
        }
      }
    } catch (InterruptedException e) {
      feed.close();
    }
  }

  /** One before the last event: the first look then tells whether that one is the end. */
  private void begin() throws InterruptedException {
    OptionalLong last = journal.head(feed.id());
    if (last.isEmpty()) {
      feed.close();
    } else {
      feed.startAt(Math.max(0, last.getAsLong() - 1));
    }
    begun = true;
  }

  private void awaitStirred() throws InterruptedException {
    if (!feed.isDone()) {
      stirred.acquire();
      stirred.drainPermits();
    }
  }

  private void fetch() throws InterruptedException {
    try {
      if (!begun) {
        begin();
      }
      List<Frame> page = List.of();
      do {
        feed.offer(page);
        page = feed.isDone() ? List.of() : journal.news(feed.id(), feed.head());
      } while (!page.isEmpty());
    } catch (RuntimeException e) {
      // The look after all watched runs stirs again.
      log.debug("News of {} could not be read", feed.id(), e);
    }
  }
}

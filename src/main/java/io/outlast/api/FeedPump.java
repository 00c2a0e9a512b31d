package io.outlast.api;

import io.outlast.journal.JournalEntry;
import io.outlast.journal.JournalTail;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fills a feed with what is written to its run, until the run is over or nobody reads it. What is
 * heard in order goes from hand to hand; the journal is read only where something is missing.
 */
final class FeedPump implements Runnable {

  private static final Logger log = LoggerFactory.getLogger(FeedPump.class);

  /** Writings that wait to be sent; from there on it is cheaper to read them than to keep them. */
  private static final int MOST_HEARD = 64;

  private static final List<JournalEntry> LOOK = List.of();

  private final RunFeed feed;
  private final JournalTail tail;
  private final JournalReader journal;
  private final BlockingQueue<List<JournalEntry>> heard = new ArrayBlockingQueue<>(MOST_HEARD);
  private boolean begun;

  FeedPump(RunFeed feed, JournalTail tail, JournalReader journal) {
    this.feed = feed;
    this.tail = tail;
    this.journal = journal;
  }

  /** There may be more; does not block. */
  void stir() {
    hear(LOOK);
  }

  /** Something was written; does not block. What is dropped here is missed, and then read. */
  void hear(List<JournalEntry> entries) {
    if (!heard.offer(entries)) {
      heard.clear();
      heard.offer(LOOK);
    }
  }

  @Override
  public void run() {
    // Listens before the first look, so that what is written in between is not missed.
    try (JournalTail.Listening listening = tail.listen(feed.id(), this::hear)) {
      pass(LOOK);
      while (!feed.isDone()) {
        pass(heard.take());
      }
    } catch (InterruptedException e) {
      feed.close();
    }
  }

  private void pass(List<JournalEntry> entries) throws InterruptedException {
    try {
      long head = feed.head();
      List<JournalEntry> fresh = entries.stream().filter(entry -> entry.seq() > head).toList();
      if (!begun || entries.isEmpty() || isGap(head, fresh)) {
        fetch();
      } else {
        feed.offer(journal.frames(fresh));
      }
    } catch (RuntimeException e) {
      // The look after all watched runs stirs again.
      log.debug("News of {} could not be read", feed.id(), e);
    }
  }

  private static boolean isGap(long head, List<JournalEntry> fresh) {
    return !fresh.isEmpty() && fresh.getFirst().seq() != head + 1;
  }

  private void fetch() throws InterruptedException {
    if (!begun) {
      begin();
    }
    boolean more = true;
    while (more && !feed.isDone()) {
      List<Frame> page = journal.news(feed.id(), feed.head());
      feed.offer(page);
      more = page.size() == JournalReader.PAGE;
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
}

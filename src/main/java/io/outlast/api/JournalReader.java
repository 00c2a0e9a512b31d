package io.outlast.api;

import io.outlast.journal.Journal;
import io.outlast.journal.JournalEntry;
import io.outlast.run.RunId;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Semaphore;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads events for streams a page at a time. No more than a few connections to the database are
 * used for that, whatever number of readers comes back at once: the runs need the others.
 */
final class JournalReader {

  /** Events read at a time. */
  static final int PAGE = 100;

  private static final int AT_ONCE = 4;

  private final Journal journal;
  private final JsonMapper json;
  private final Semaphore replays = new Semaphore(AT_ONCE, true);
  private final Semaphore news = new Semaphore(AT_ONCE, true);

  JournalReader(Journal journal, JsonMapper json) {
    this.journal = journal;
    this.json = json;
  }

  /** What was written long ago. */
  List<Frame> replay(RunId id, long after) throws InterruptedException {
    return read(replays, id, after);
  }

  /** What was just written; does not wait for those who replay. */
  List<Frame> news(RunId id, long after) throws InterruptedException {
    return read(news, id, after);
  }

  /** The seq of the run's last event; empty when the run is gone. */
  OptionalLong head(RunId id) throws InterruptedException {
    news.acquire();
    try {
      Long head = journal.heads(List.of(id)).get(id);
      return head == null ? OptionalLong.empty() : OptionalLong.of(head);
    } finally {
      news.release();
    }
  }

  List<Frame> frames(List<JournalEntry> entries) {
    return entries.stream().map(entry -> Frame.of(entry, json)).toList();
  }

  private List<Frame> read(Semaphore place, RunId id, long after) throws InterruptedException {
    List<JournalEntry> entries;
    place.acquire();
    try {
      entries = journal.events(id, after, PAGE);
    } finally {
      place.release();
    }
    return frames(entries);
  }
}

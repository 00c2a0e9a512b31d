package io.outlast.cli;

import io.outlast.journal.Journal;
import io.outlast.journal.JournalEntry;
import io.outlast.journal.JournalTail;
import io.outlast.run.Run;
import io.outlast.run.RunEvent;
import io.outlast.run.RunId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.dao.DataAccessException;

/** Follows a run's journal and shows each event, on a thread of its own. */
final class Progress implements AutoCloseable {

  private static final Duration REDRAW = Duration.ofMillis(100);

  /** Looks without news after which the journal is read anyway. */
  private static final int QUIET_LOOKS = 5;

  private static final int AT_ONCE = 200;
  private static final Duration LAST_WORDS = Duration.ofSeconds(2);

  private final RunId id;
  private final Journal journal;
  private final JournalTail tail;
  private final Screen screen;
  private final Thread thread;
  private volatile boolean closed;

  private Progress(Run run, Journal journal, JournalTail tail, Screen screen) {
    this.id = run.id();
    this.journal = journal;
    this.tail = tail;
    this.screen = screen;
    screen.begin(run.createdAt());
    this.thread = Thread.ofVirtual().name("progress").unstarted(this::followUntilOver);
  }

  static Progress follow(Run run, Journal journal, JournalTail tail, Screen screen) {
    Progress progress = new Progress(run, journal, tail, screen);
    progress.thread.start();
    return progress;
  }

  /** Waits until the last event is shown, but not long. */
  @Override
  public void close() throws InterruptedException {
    closed = true;
    thread.join(LAST_WORDS);
    screen.end();
  }

  private void followUntilOver() {
    try {
      long after = 0;
      while (true) {
        boolean last = closed;
        CompletableFuture<Void> more = tail.next(id);
        List<JournalEntry> fresh = journal.events(id, after, AT_ONCE);
        for (JournalEntry entry : fresh) {
          screen.show(entry);
          after = entry.seq();
        }
        if (isOver(fresh) || (last && fresh.isEmpty())) {
          return;
        }
        if (fresh.isEmpty()) {
          drawUntil(more);
        }
      }
    } catch (InterruptedException | DataAccessException e) {
      // The run goes on without its progress being shown.
    }
  }

  private void drawUntil(CompletableFuture<Void> more) throws InterruptedException {
    for (int looks = 0; looks < QUIET_LOOKS && !closed; looks++) {
      screen.redraw();
      try {
        more.get(REDRAW.toMillis(), TimeUnit.MILLISECONDS);
        return;
      } catch (TimeoutException | ExecutionException e) {
        // Nothing new yet.
      }
    }
    more.cancel(false);
  }

  private static boolean isOver(List<JournalEntry> fresh) {
    return !fresh.isEmpty() && fresh.getLast().event() instanceof RunEvent.Finished;
  }
}

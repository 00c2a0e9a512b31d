package io.outlast.agent;

import io.outlast.journal.Journal;
import io.outlast.journal.Journal.Ending;
import io.outlast.journal.Journal.Ownership;
import io.outlast.journal.StaleOwnerException;
import io.outlast.journal.Step;
import io.outlast.run.Run;
import io.outlast.run.RunEvent;
import io.outlast.run.RunId;
import io.outlast.run.RunUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The journal as the owner of one run writes it. Thread-safe: calls of a turn end at the same time.
 *
 * <p>Steps are on disk when {@link #append} returns. Remarks by the way ({@link #note}) cost their
 * caller nothing: they are written soon after, or together with the next step, whichever comes
 * first, and in the order in which they were made.
 */
public final class RunLog {

  private static final Logger log = LoggerFactory.getLogger(RunLog.class);

  private final Journal journal;
  private final Ownership owned;
  private final ReentrantLock writing = new ReentrantLock();
  private final ReentrantLock noting = new ReentrantLock();
  private List<RunEvent> notes = new ArrayList<>();

  public RunLog(Journal journal, Run run) {
    this.journal = journal;
    this.owned = new Ownership(run.id(), run.epoch());
  }

  public void append(Step step) {
    writing.lock();
    try {
      journal.append(owned, step.after(takeNotes()));
    } finally {
      writing.unlock();
    }
  }

  /** Returns at once. A remark that comes after the end of the run is dropped. */
  public void note(RunEvent event) {
    boolean first;
    noting.lock();
    try {
      first = notes.isEmpty();
      notes.add(event);
    } finally {
      noting.unlock();
    }
    if (first) {
      Thread.ofVirtual().name("notes-" + owned.id()).start(this::writeNotes);
    }
  }

  public Run finish(Step lastStep, Ending ending) {
    writing.lock();
    try {
      return journal.finish(owned, lastStep.after(takeNotes()), ending);
    } finally {
      writing.unlock();
    }
  }

  public void handBack() {
    journal.handBack(owned);
  }

  public void cancelSent(String callId) {
    journal.cancelSent(owned.id(), callId);
  }

  RunId runId() {
    return owned.id();
  }

  private void writeNotes() {
    writing.lock();
    try {
      List<RunEvent> taken = takeNotes();
      if (!taken.isEmpty()) {
        journal.append(owned, Step.of(taken, RunUsage.NONE));
      }
    } catch (StaleOwnerException e) {
      log.debug("Remarks of {} came after its end and are dropped", owned.id());
    } catch (RuntimeException e) {
      log.warn("Remarks of {} could not be written and are dropped: {}", owned.id(), e.toString());
    } finally {
      writing.unlock();
    }
  }

  private List<RunEvent> takeNotes() {
    noting.lock();
    try {
      List<RunEvent> taken = notes;
      notes = new ArrayList<>();
      return taken;
    } finally {
      noting.unlock();
    }
  }
}

package io.outlast.agent;

import io.outlast.journal.Happened;
import io.outlast.journal.Journal;
import io.outlast.journal.Journal.Ending;
import io.outlast.journal.Journal.Ownership;
import io.outlast.journal.StaleOwnerException;
import io.outlast.journal.Step;
import io.outlast.run.Run;
import io.outlast.run.RunEvent;
import io.outlast.run.RunId;
import io.outlast.run.RunUsage;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.NonTransientDataAccessException;

/**
 * The journal as the owner of one run writes it. Thread-safe: calls of a turn end at the same time.
 *
 * <p>Steps are on disk when {@link #append} returns. Remarks ({@link #note}) cost their caller
 * nothing: they are written within some milliseconds, or together with the next step, whichever
 * comes first, and in the order in which they were made. So a turn that is over at once is one
 * write, and one that takes its time is seen while it does.
 */
public final class RunLog {

  private static final Logger log = LoggerFactory.getLogger(RunLog.class);

  private static final Executor SOON =
      CompletableFuture.delayedExecutor(
          20, TimeUnit.MILLISECONDS, task -> Thread.ofVirtual().name("notes").start(task));

  private final Journal journal;
  private final Ownership owned;
  private final Clock clock;
  private final ReentrantLock writing = new ReentrantLock();
  private final ReentrantLock noting = new ReentrantLock();
  private Notes notes = Notes.NONE;

  public RunLog(Journal journal, Run run, Clock clock) {
    this.journal = journal;
    this.owned = new Ownership(run.id(), run.epoch());
    this.clock = clock;
  }

  /** What waits to be written. */
  private record Notes(List<Happened> events, RunUsage used) {
    static final Notes NONE = new Notes(List.of(), RunUsage.NONE);

    Notes and(List<Happened> more, RunUsage usedToo) {
      List<Happened> all = new ArrayList<>(events);
      all.addAll(more);
      return new Notes(List.copyOf(all), used.plus(usedToo));
    }

    Step before(Step step) {
      return step.after(events, used);
    }
  }

  public void append(Step step) {
    writing.lock();
    try {
      append(takeNotes(), step);
    } finally {
      writing.unlock();
    }
  }

  /** Returns at once. A remark that comes after the end of the run is dropped. */
  public void note(RunEvent event) {
    note(List.of(event), RunUsage.NONE);
  }

  /**
   * The same for what is done again after a crash in between, which must not be what nobody else
   * knows: a model's answer, but no tool call.
   */
  void note(List<RunEvent> events, RunUsage used) {
    List<Happened> happened =
        events.stream().map(event -> new Happened(event, clock.instant())).toList();
    boolean first;
    noting.lock();
    try {
      first = notes.events().isEmpty();
      notes = notes.and(happened, used);
    } finally {
      noting.unlock();
    }
    if (first) {
      SOON.execute(this::writeNotes);
    }
  }

  /**
   * Ends the run.
   *
   * @param within is done in the same transaction
   */
  public Run finish(Step lastStep, Ending ending, Runnable within) {
    writing.lock();
    try {
      Notes taken = takeNotes();
      try {
        return journal.finish(owned, taken.before(lastStep), ending, within);
      } catch (RuntimeException e) {
        putBack(taken, e);
        throw e;
      }
    } finally {
      writing.unlock();
    }
  }

  public void handBack() {
    writing.lock();
    try {
      writeTakenNotes();
      journal.handBack(owned);
    } finally {
      writing.unlock();
    }
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
      writeTakenNotes();
    } catch (StaleOwnerException e) {
      log.debug("Remarks of {} came after its end and are dropped", owned.id());
    } catch (RuntimeException e) {
      log.warn("Remarks of {} are left to its next step: {}", owned.id(), e.toString());
    } finally {
      writing.unlock();
    }
  }

  private void writeTakenNotes() {
    Notes taken = takeNotes();
    if (!taken.events().isEmpty()) {
      append(taken, Step.NOTHING);
    }
  }

  private void append(Notes taken, Step step) {
    try {
      journal.append(owned, taken.before(step));
    } catch (RuntimeException e) {
      putBack(taken, e);
      throw e;
    }
  }

  /** Unless they may have been written: a commit that was not confirmed is not repeated as new. */
  private void putBack(Notes taken, RuntimeException why) {
    if (!(why instanceof NonTransientDataAccessException)
        || why instanceof DataAccessResourceFailureException) {
      return;
    }
    noting.lock();
    try {
      notes = taken.and(notes.events(), notes.used());
    } finally {
      noting.unlock();
    }
  }

  private Notes takeNotes() {
    noting.lock();
    try {
      Notes taken = notes;
      notes = Notes.NONE;
      return taken;
    } finally {
      noting.unlock();
    }
  }
}

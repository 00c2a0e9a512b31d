package io.outlast.agent;

import io.outlast.journal.Journal;
import io.outlast.journal.JournalEntry;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import java.util.ArrayList;
import java.util.List;

/** Folds the conversations of runs from the journal. Thread-safe; blocks on the database. */
public final class Conversations {

  private static final int PAGE = 1000;

  private final Journal journal;

  Conversations(Journal journal) {
    this.journal = journal;
  }

  /** The conversation as far as it is written. */
  public Conversation of(Run run) {
    return fold(run, events(run.id()));
  }

  /** That of a run which nobody has worked on. */
  static Conversation fresh(Run run) {
    return Conversation.fold(
        run.input(), List.of(), List.of(), run.limits().maxResultBytes().value());
  }

  Conversation fold(Run run, List<JournalEntry> entries) {
    return Conversation.fold(
        run.input(),
        entries,
        journal.allToolCalls(run.id()),
        run.limits().maxResultBytes().value());
  }

  List<JournalEntry> events(RunId id) {
    List<JournalEntry> all = new ArrayList<>();
    List<JournalEntry> page;
    do {
      page = journal.events(id, all.isEmpty() ? 0 : all.getLast().seq(), PAGE);
      all.addAll(page);
    } while (page.size() == PAGE);
    return all;
  }
}

package io.outlast.api;

import io.outlast.journal.JournalEntry;
import io.outlast.run.RunEvent;
import java.time.Instant;

/** An event as the API shows it. */
record EventView(long seq, String runId, String type, Instant at, RunEvent data) {

  static EventView of(JournalEntry entry) {
    return new EventView(
        entry.seq(), entry.runId().value(), entry.event().type(), entry.at(), entry.event());
  }
}

package io.outlast.api;

import io.outlast.journal.JournalEntry;
import io.outlast.run.RunEvent;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;

/** An event as the API shows it. */
@Schema(name = "Event")
record EventView(
    @Schema(description = "Rises by one from event to event of a run, from 1", example = "7")
        long seq,
    String runId,
    @Schema(example = "tool.finished") String type,
    Instant at,
    @Schema(
            type = "object",
            implementation = Object.class,
            description = "What belongs to this type",
            example = "{\"callId\": \"call_01J\", \"tool\": \"search\", \"status\": \"succeeded\"}")
        RunEvent data) {

  static EventView of(JournalEntry entry) {
    return new EventView(
        entry.seq(), entry.runId().value(), entry.event().type(), entry.at(), entry.event());
  }
}

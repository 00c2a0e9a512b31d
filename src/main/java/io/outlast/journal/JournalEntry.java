package io.outlast.journal;

import io.outlast.run.RunEvent;
import io.outlast.run.RunId;
import java.time.Instant;

/** An event with its place: {@code seq} rises by one from event to event of a run, from 1. */
public record JournalEntry(RunId runId, long seq, Instant at, RunEvent event) {}

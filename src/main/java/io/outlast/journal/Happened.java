package io.outlast.journal;

import io.outlast.run.RunEvent;
import java.time.Instant;

/** An event and when it happened, which may be a little before it is written. */
public record Happened(RunEvent event, Instant at) {}

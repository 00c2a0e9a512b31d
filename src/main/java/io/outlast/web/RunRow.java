package io.outlast.web;

import io.outlast.run.Run;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A run in the list. */
record RunRow(
    String id,
    String agent,
    String status,
    @Nullable String stopReason,
    String input,
    Instant createdAt,
    @Nullable Instant startedAt,
    String took,
    boolean live,
    int turns,
    int toolCalls) {

  static RunRow of(Run run, Instant now) {
    Instant end = run.endedAt() == null ? now : run.endedAt();
    return new RunRow(
        run.id().value(),
        run.agent(),
        run.status().wireName(),
        run.stopReason() == null ? null : run.stopReason().wireName(),
        Words.excerpt(run.input()),
        run.createdAt(),
        run.startedAt(),
        Words.between(run.startedAt(), end),
        !run.status().isTerminal(),
        run.usage().turns(),
        run.usage().toolCalls());
  }
}

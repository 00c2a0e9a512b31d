package io.outlast.agent;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.outlast.telemetry.LogWords;
import org.jspecify.annotations.Nullable;

/** What a thread works for: its span, and with it the words on each of its log lines. */
record Surroundings(@Nullable Observation span) {

  /** Those of the calling thread. */
  static Surroundings of(ObservationRegistry observations) {
    return new Surroundings(observations.getCurrentObservation());
  }

  /** The same task, done in these surroundings on whatever thread. */
  Runnable carry(Runnable task) {
    return LogWords.carrying(span == null ? task : () -> span.scoped(task));
  }
}

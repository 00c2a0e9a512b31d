package io.outlast.agent;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** What a thread works for: its span and the words on each of its log lines. */
record Surroundings(@Nullable Observation span, @Nullable Map<String, String> logWords) {

  /** Those of the calling thread. */
  static Surroundings of(ObservationRegistry observations) {
    return new Surroundings(observations.getCurrentObservation(), MDC.getCopyOfContextMap());
  }

  /** The same task, done in these surroundings on whatever thread. */
  Runnable carry(Runnable task) {
    return () -> {
      if (logWords != null) {
        MDC.setContextMap(logWords);
      }
      if (span == null) {
        task.run();
      } else {
        span.scoped(task);
      }
    };
  }
}

package io.outlast.model;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Times every attempt as {@code outlast.model.attempts}. Whole questions, their repeats included,
 * are timed by the loop under the name of OpenTelemetry's conventions.
 */
final class ModelMeter {

  private final Supplier<@Nullable MeterRegistry> registry;
  private final Tags tags;

  ModelMeter(Supplier<@Nullable MeterRegistry> registry, String provider, String model) {
    this.registry = registry;
    this.tags =
        Tags.of(
            "gen_ai.operation.name",
            "chat",
            "gen_ai.provider.name",
            provider,
            "gen_ai.request.model",
            model);
  }

  void record(Outcome outcome, long startedNanos) {
    MeterRegistry found = registry.get();
    if (found != null) {
      found
          .timer("outlast.model.attempts", tags.and("error.type", outcome.errorType()))
          .record(Duration.ofNanos(System.nanoTime() - startedNanos));
    }
  }
}

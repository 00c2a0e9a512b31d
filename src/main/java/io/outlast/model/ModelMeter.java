package io.outlast.model;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Times every attempt as {@code gen_ai.client.operation.duration} (OpenTelemetry semantic
 * conventions for generative AI).
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
          .timer("gen_ai.client.operation.duration", tags.and("error.type", outcome.errorType()))
          .record(Duration.ofNanos(System.nanoTime() - startedNanos));
    }
  }
}

package io.outlast.telemetry;

import io.micrometer.observation.ObservationHandler.FirstMatchingCompositeObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingSenderTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The spans that an observation registry makes through the bridge the service uses. */
public final class RecordedSpans implements SpanExporter {

  private final List<SpanData> ended = new CopyOnWriteArrayList<>();

  /** Records from now on what the registry observes. */
  public static RecordedSpans of(ObservationRegistry observations) {
    RecordedSpans spans = new RecordedSpans();
    Tracer tracer =
        SdkTracerProvider.builder()
            .setIdGenerator(new RunTraces())
            .addSpanProcessor(SimpleSpanProcessor.create(spans))
            .build()
            .get("test");
    OtelTracer bridge = new OtelTracer(tracer, new OtelCurrentTraceContext(), event -> {});
    OtelPropagator propagator =
        new OtelPropagator(
            ContextPropagators.create(W3CTraceContextPropagator.getInstance()), tracer);
    observations
        .observationConfig()
        .observationHandler(
            new FirstMatchingCompositeObservationHandler(
                new PropagatingSenderTracingObservationHandler<>(bridge, propagator),
                new DefaultTracingObservationHandler(bridge)));
    return spans;
  }

  public SpanData named(String name) {
    return ended.stream().filter(span -> span.getName().equals(name)).findFirst().orElseThrow();
  }

  public List<SpanData> all() {
    return List.copyOf(ended);
  }

  public List<String> names() {
    return ended.stream().map(SpanData::getName).toList();
  }

  @Override
  public CompletableResultCode export(Collection<SpanData> spans) {
    ended.addAll(spans);
    return CompletableResultCode.ofSuccess();
  }

  @Override
  public CompletableResultCode flush() {
    return CompletableResultCode.ofSuccess();
  }

  @Override
  public CompletableResultCode shutdown() {
    return CompletableResultCode.ofSuccess();
  }
}

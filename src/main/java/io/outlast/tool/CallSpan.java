package io.outlast.tool;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import io.outlast.telemetry.Conventions;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The span and the duration metric of one call, a child of what the calling thread is in. Its
 * context goes along to the server as {@code traceparent} in {@code params._meta} (W3C Trace
 * Context).
 */
final class CallSpan implements ToolListener {

  private final Observation span;
  private final Map<String, Object> meta;
  private final ToolListener listener;
  private volatile @Nullable Object requestId;

  private CallSpan(Observation span, Map<String, Object> meta, ToolListener listener) {
    this.span = span;
    this.meta = meta;
    this.listener = listener;
  }

  static CallSpan start(ObservationRegistry observations, ToolCall call, ToolListener listener) {
    ToolRef tool = call.tool().ref();
    Map<String, Object> meta = new HashMap<>(call.meta());
    SenderContext<Map<String, Object>> context =
        new SenderContext<>(
            (carrier, key, value) -> {
              if (carrier != null) {
                carrier.put(key, value);
              }
            },
            Kind.CLIENT);
    context.setCarrier(meta);
    Observation span =
        Observation.createNotStarted(Conventions.TOOL_DURATION, () -> context, observations)
            .contextualName(Conventions.EXECUTE_TOOL + " " + tool.tool())
            .lowCardinalityKeyValue(Conventions.OPERATION, Conventions.EXECUTE_TOOL)
            .lowCardinalityKeyValue(Conventions.MCP_METHOD, "tools/call")
            .lowCardinalityKeyValue(Conventions.SERVER, tool.server())
            .lowCardinalityKeyValue(Conventions.TOOL, tool.tool())
            .highCardinalityKeyValue(Conventions.TOOL_CALL, call.id())
            .highCardinalityKeyValue(Conventions.RUN, call.runId())
            .highCardinalityKeyValue(Conventions.LIMIT, call.deadline().value().toString())
            .highCardinalityKeyValue(Conventions.LIMIT_SOURCE, call.deadline().source())
            .start();
    return new CallSpan(span, meta, listener);
  }

  /** What goes along in {@code params._meta}. */
  Map<String, Object> meta() {
    return Map.copyOf(meta);
  }

  @Override
  public void sent(Object id) {
    requestId = id;
    listener.sent(id);
  }

  @Override
  public void progress(ToolProgress progress) {
    listener.progress(progress);
  }

  @Override
  public void connected(String server, long generation, boolean recreated) {
    listener.connected(server, generation, recreated);
  }

  void end(ToolOutcome outcome) {
    ToolError error = outcome.error();
    if (outcome instanceof ToolOutcome.TimedOut) {
      span.event(Observation.Event.of("timeout", Conventions.TOOL_TIMEOUT_EVENT));
    }
    Object id = requestId;
    if (id != null) {
      span.highCardinalityKeyValue(Conventions.REQUEST, String.valueOf(id));
    }
    span.highCardinalityKeyValue(Conventions.ATTEMPTS, String.valueOf(outcome.attempts()));
    span.highCardinalityKeyValue(Conventions.DELIVERY, outcome.delivery().wireName());
    span.lowCardinalityKeyValue(
        Conventions.ERROR_TYPE, error == null ? Conventions.NO_ERROR : error.code().wireName());
    if (error != null) {
      span.error(new NotSuccessful(error));
    }
    span.stop();
  }

  /** How a span is told that its call failed. */
  private static final class NotSuccessful extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotSuccessful(ToolError error) {
      super(error.message(), null, false, false);
    }
  }
}

package io.outlast.agent;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import io.outlast.model.ModelReply;
import io.outlast.run.Run;
import io.outlast.run.StopReason;
import io.outlast.telemetry.Conventions;
import java.util.Map;
import java.util.Objects;

/** The spans of the loop: one around a start of a run, one around each question to its model. */
final class Spans {

  private Spans() {}

  static Observation run(ObservationRegistry observations, Run run) {
    return Observation.createNotStarted(Conventions.RUN_DURATION, observations)
        .contextualName(Conventions.INVOKE_AGENT + " " + run.agent())
        .lowCardinalityKeyValue(Conventions.OPERATION, Conventions.INVOKE_AGENT)
        .lowCardinalityKeyValue(Conventions.AGENT, run.agent())
        .lowCardinalityKeyValue(Conventions.ERROR_TYPE, Conventions.NO_ERROR)
        .highCardinalityKeyValue(Conventions.RUN, run.id().value())
        .highCardinalityKeyValue(Conventions.ATTEMPT, String.valueOf(run.attempt()));
  }

  static void ended(Observation span, LoopEnd end) {
    if (end instanceof LoopEnd.Over over && over.ending().reason() != StopReason.END_TURN) {
      span.lowCardinalityKeyValue(Conventions.ERROR_TYPE, over.ending().reason().wireName());
    }
  }

  /**
   * @param headers get the span's context once it has begun ({@code traceparent}, W3C Trace
   *     Context)
   */
  static Observation chat(
      ObservationRegistry observations,
      RunSession session,
      String model,
      int turn,
      Map<String, String> headers) {
    SenderContext<Map<String, String>> context =
        new SenderContext<>(
            (carrier, key, value) -> Objects.requireNonNull(carrier).put(key, value), Kind.CLIENT);
    context.setCarrier(headers);
    return Observation.createNotStarted(Conventions.MODEL_DURATION, () -> context, observations)
        .contextualName(Conventions.CHAT + " " + model)
        .lowCardinalityKeyValue(Conventions.OPERATION, Conventions.CHAT)
        .lowCardinalityKeyValue(Conventions.MODEL, model)
        .lowCardinalityKeyValue(Conventions.ERROR_TYPE, Conventions.NO_ERROR)
        .highCardinalityKeyValue(Conventions.RUN, session.run().id().value())
        .highCardinalityKeyValue(Conventions.TURN, String.valueOf(turn));
  }

  static void ended(Observation span, ModelReply reply) {
    switch (reply) {
      case ModelReply.Answer answer ->
          span.highCardinalityKeyValue(
                  Conventions.INPUT_TOKENS, String.valueOf(answer.usage().inputTokens()))
              .highCardinalityKeyValue(
                  Conventions.OUTPUT_TOKENS, String.valueOf(answer.usage().outputTokens()));
      case ModelReply.Cancelled cancelled ->
          span.lowCardinalityKeyValue(Conventions.ERROR_TYPE, "cancelled");
      case ModelReply.TimedOut timedOut ->
          span.lowCardinalityKeyValue(
              Conventions.ERROR_TYPE, timedOut.byBudget() ? "run_timeout" : "model_timeout");
      case ModelReply.Failed failed ->
          span.lowCardinalityKeyValue(
              Conventions.ERROR_TYPE, failed.kind().name().toLowerCase(java.util.Locale.ROOT));
    }
  }
}

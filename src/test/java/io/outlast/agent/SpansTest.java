package io.outlast.agent;

import static io.outlast.agent.PlayedModel.call;
import static io.outlast.agent.PlayedModel.calls;
import static io.outlast.agent.PlayedModel.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.outlast.run.Run;
import io.outlast.telemetry.RecordedSpans;
import io.outlast.tool.Effect;
import io.outlast.tool.ToolRequest;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** What a trace shows of a run. */
@NullUnmarked
class SpansTest {

  @Test
  void aRunIsOneTraceOfItsModelCallsAndItsToolCallsOnWhateverThreadAndServersGetItsContext() {
    LoopStage stage =
        new LoopStage(
            new PlayedModel(
                calls(call("h", "hang", "{}"), call("e", "echo", "{\"text\":\"x\"}")), says("end")),
            new PlayedTools()
                .echo()
                .tool("hang", Effect.SIDE_EFFECTING, a -> new CompletableFuture<>()),
            RequestLimits.read("{\"toolTimeout\": \"200ms\"}"));
    RecordedSpans spans = RecordedSpans.of(stage.observations);

    Run run = stage.toTheEnd(stage.accepted());

    assertThat(spans.names())
        .containsExactlyInAnyOrder(
            "chat played",
            "execute_tool echo",
            "execute_tool hang",
            "chat played",
            "invoke_agent tester");
    SpanData root = spans.named("invoke_agent tester");
    assertThat(text(root, "outlast.run.id")).isEqualTo(run.id().value());
    SpanData echo = spans.named("execute_tool echo");
    SpanData hang = spans.named("execute_tool hang");
    assertThat(echo.getParentSpanId()).isEqualTo(root.getSpanId());
    assertThat(hang.getParentSpanId()).isEqualTo(root.getSpanId());
    assertThat(text(echo, "error.type")).isEqualTo("none");
    assertThat(text(hang, "error.type")).isEqualTo("tool_timeout");
    assertThat(text(hang, "gen_ai.tool.name")).isEqualTo("hang");
    assertThat(text(hang, "mcp.method.name")).isEqualTo("tools/call");
    assertThat(text(hang, "outlast.tool.limit")).isEqualTo("PT0.2S");
    assertThat(hang.getEvents()).extracting(EventData::getName).contains("mcp.tool_call.timeout");
    assertThat(root.getTraceId()).isEqualTo(run.id().traceId());
    assertThat(root.getParentSpanId()).isEqualTo(SpanId.getInvalid());
    for (ToolRequest request : stage.tools.started) {
      SpanData span = request.tool().tool().equals("echo") ? echo : hang;
      assertThat((String) request.meta().get("traceparent"))
          .startsWith("00-" + root.getTraceId() + "-" + span.getSpanId());
    }
  }

  @Test
  void aProviderGetsTheContextOfTheQuestion() {
    LoopStage stage = new LoopStage(new PlayedModel(says("end")), new PlayedTools());
    RecordedSpans spans = RecordedSpans.of(stage.observations);

    Run run = stage.toTheEnd(stage.accepted());

    SpanData chat = spans.named("chat played");
    assertThat(stage.model.asked.getFirst().headers())
        .containsEntry("traceparent", "00-" + run.id().traceId() + "-" + chat.getSpanId() + "-01");
  }

  @Test
  void everyStartOfARunIsInTheSameTraceAndNoOtherRun() {
    LoopStage stage = new LoopStage(new PlayedModel(says("end")), new PlayedTools());
    RecordedSpans spans = RecordedSpans.of(stage.observations);
    Run first = stage.accepted();
    stage.stopping.set(true);
    assertThat(stage.loop(first)).isInstanceOf(LoopEnd.HandedOver.class);
    stage.log(first).handBack();
    stage.stopping.set(false);

    stage.toTheEnd(stage.claim(first));
    Run other = stage.toTheEnd(stage.accepted());

    assertThat(spans.all().stream().filter(span -> span.getName().startsWith("invoke_agent")))
        .extracting(SpanData::getTraceId)
        .containsExactly(first.id().traceId(), first.id().traceId(), other.id().traceId());
    assertThat(other.id().traceId()).isNotEqualTo(first.id().traceId());
  }

  private static String text(SpanData span, String attribute) {
    return span.getAttributes().get(AttributeKey.stringKey(attribute));
  }
}

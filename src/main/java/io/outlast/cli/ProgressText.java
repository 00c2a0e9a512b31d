package io.outlast.cli;

import io.outlast.run.RunEvent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Says a run's events in one line each, and what the run does at the moment. Not thread-safe. */
final class ProgressText {

  private static final int LONGEST = 160;

  private final Map<String, String> callsUnderWay = new LinkedHashMap<>();
  private String step = "waiting to start";

  /** The line for the next event. */
  String line(RunEvent event) {
    String detail = detail(event);
    return detail.isEmpty() ? event.type() : event.type() + " " + detail;
  }

  /** What goes on after the events so far. */
  String activity() {
    return callsUnderWay.isEmpty() ? step : String.join(", ", callsUnderWay.values());
  }

  private String detail(RunEvent event) {
    return switch (event) {
      case RunEvent.Queued queued -> queued.agent();
      case RunEvent.Started started -> now("waiting for the MCP servers", "");
      case RunEvent.Resumed resumed -> now("going on", "attempt " + resumed.attempt());
      case RunEvent.Cancelling cancelling -> now("cancelling", "");
      case RunEvent.Finished end ->
          end.status() + " (" + end.stopReason() + ")" + tail(end.error());
      case RunEvent.TurnStarted turn -> Integer.toString(turn.turn());
      case RunEvent.ModelStarted model ->
          now("asking " + model.model(), model.model() + ", " + model.tools() + " tools offered");
      case RunEvent.ModelRetrying retry ->
          "attempt " + retry.attempt() + " in " + retry.delay() + tail(retry.reason());
      case RunEvent.ModelFinished model -> finished(model);
      case RunEvent.MessageCompleted message -> oneLine(message.text());
      case RunEvent.ToolDispatched call -> dispatched(call);
      case RunEvent.ToolProgressed progress -> progressed(progress);
      case RunEvent.ToolFinished call -> finished(call);
      case RunEvent.McpReconnected server -> server.server();
      case RunEvent.BudgetWarning warning -> oneLine(warning.message());
    };
  }

  private String now(String activity, String detail) {
    step = activity;
    return detail;
  }

  private String finished(RunEvent.ModelFinished model) {
    int calls = model.toolCalls().size();
    String then = calls == 0 ? "" : ", " + calls + (calls == 1 ? " tool call" : " tool calls");
    long tokens = model.inputTokens() + model.outputTokens();
    return now("thinking", model.model() + ", " + tokens + " tokens" + then);
  }

  private String dispatched(RunEvent.ToolDispatched call) {
    String name = call.server() + "." + call.tool();
    callsUnderWay.put(call.callId(), name);
    String limit = call.deadline().get("value");
    String source = call.deadline().get("source");
    return limit == null ? name : name + ", limit " + limit + " (" + source + ")";
  }

  private String progressed(RunEvent.ToolProgressed progress) {
    String name = callsUnderWay.getOrDefault(progress.callId(), progress.callId());
    String of = progress.total() == null ? "" : "/" + number(progress.total());
    return name + " " + number(progress.progress()) + of + tail(progress.message());
  }

  private String finished(RunEvent.ToolFinished call) {
    callsUnderWay.remove(call.callId());
    String name = call.server() == null ? call.tool() : call.server() + "." + call.tool();
    String code = call.errorCode() == null ? "" : " (" + call.errorCode() + ")";
    String time = call.durationMs() == null ? "" : " after " + call.durationMs() + " ms";
    return name + " " + call.status() + code + time;
  }

  private static String number(Double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString(value.longValue())
        : value.toString();
  }

  private static String tail(@Nullable String text) {
    return Objects.requireNonNullElse(text, "").isEmpty() ? "" : ": " + oneLine(text);
  }

  /** Control characters in a server's or a model's words must not reach the terminal. */
  private static String oneLine(@Nullable String text) {
    String line = Objects.requireNonNullElse(text, "").replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST - 1) + "…";
  }
}

package io.outlast.tool;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns what is known about an ended call into its outcome. Pure. */
final class Ruling {

  /** The result itself is kept whole elsewhere. */
  private static final long LONGEST_ERROR_BYTES = 4_096;

  private final ToolCall call;
  private final ToolSpec tool;
  private final CallInFlight.Reach reach;

  Ruling(ToolCall call, CallInFlight.Reach reach) {
    this.call = call;
    this.tool = call.tool();
    this.reach = reach;
  }

  ToolOutcome of(ToolReply reply) {
    return switch (reply) {
      case ToolReply.Result result -> ofResult(result);
      case ToolReply.ProtocolError error ->
          failed(
              ToolErrorCode.PROTOCOL_ERROR,
              ToolMessages.protocolError(tool, error.code(), error.message()),
              Delivery.EXECUTED,
              null);
      case ToolReply.Lost lost ->
          lost(lost.cause(), Attempt.further(reach.delivery(), lost.delivery()));
      case ToolReply.Unavailable down ->
          reach.delivery() == Delivery.NOT_SENT
              ? failed(
                  ToolErrorCode.SERVER_UNAVAILABLE,
                  ToolMessages.unavailable(tool, down.cause(), down.since(), down.nextAttemptAt()),
                  Delivery.NOT_SENT,
                  null)
              : lost(down.cause(), reach.delivery());
      case ToolReply.UnknownTool unknown ->
          reach.delivery() == Delivery.NOT_SENT
              ? failed(
                  ToolErrorCode.UNKNOWN_TOOL,
                  ToolMessages.unknownToServer(tool, unknown.cause()),
                  Delivery.NOT_SENT,
                  null)
              : lost(unknown.cause(), reach.delivery());
    };
  }

  ToolOutcome of(Ending ending) {
    ToolError error = new ToolError(ending.code(), message(ending));
    return switch (ending) {
      case TOOL_TIMEOUT, TOOL_IDLE_TIMEOUT, RUN_TIMEOUT ->
          new ToolOutcome.TimedOut(error, reach.delivery(), reach.attempts(), reach.cancelSent());
      case CANCELLED, HANDED_ON ->
          new ToolOutcome.Cancelled(error, reach.delivery(), reach.attempts(), reach.cancelSent());
    };
  }

  private String message(Ending ending) {
    ToolDeadline limits = call.deadline();
    return switch (ending) {
      case TOOL_TIMEOUT -> ToolMessages.toolTimeout(tool, limits.value(), reach.delivery());
      case TOOL_IDLE_TIMEOUT -> ToolMessages.idleTimeout(tool, limits.idle(), reach.delivery());
      case RUN_TIMEOUT ->
          ToolMessages.runTimeout(
              tool, limits.endsWithRun() ? limits.value() : null, reach.delivery());
      case CANCELLED -> ToolMessages.cancelled(tool, reach.delivery());
      case HANDED_ON -> ToolMessages.interrupted(tool.ref(), tool.effect(), reach.delivery());
    };
  }

  private ToolOutcome ofResult(ToolReply.Result result) {
    if (!result.isError()) {
      return new ToolOutcome.Succeeded(result.result(), reach.attempts());
    }
    String words =
        ToolResultText.cut(ToolResultText.of(result.result()), LONGEST_ERROR_BYTES).text();
    return failed(ToolErrorCode.TOOL_ERROR, words, Delivery.EXECUTED, result.result());
  }

  private ToolOutcome lost(String cause, Delivery delivery) {
    ToolError error =
        new ToolError(ToolErrorCode.CONNECTION_LOST, ToolMessages.lost(tool, cause, delivery));
    return ToolOutcomes.leftOpen(error, tool.effect(), delivery, reach.attempts());
  }

  private ToolOutcome failed(
      ToolErrorCode code, String message, Delivery delivery, @Nullable Map<String, Object> result) {
    return new ToolOutcome.Failed(new ToolError(code, message), delivery, reach.attempts(), result);
  }
}

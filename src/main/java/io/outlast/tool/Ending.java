package io.outlast.tool;

import io.outlast.control.CancelReason;

/** Why a call was given up before it was answered. */
enum Ending {
  TOOL_TIMEOUT(ToolErrorCode.TOOL_TIMEOUT),
  TOOL_IDLE_TIMEOUT(ToolErrorCode.TOOL_IDLE_TIMEOUT),
  RUN_TIMEOUT(ToolErrorCode.RUN_TIMEOUT),
  CANCELLED(ToolErrorCode.RUN_CANCELLED),
  /** The run goes on in another process. */
  HANDED_ON(ToolErrorCode.INTERRUPTED_BY_RESTART);

  private final ToolErrorCode code;

  Ending(ToolErrorCode code) {
    this.code = code;
  }

  ToolErrorCode code() {
    return code;
  }

  /** What it means that a limit was reached: that was fixed with the limit itself. */
  static Ending of(CallTime.Limit limit, ToolDeadline fixed) {
    return switch (limit) {
      case IDLE -> TOOL_IDLE_TIMEOUT;
      case TOTAL -> fixed.endsWithRun() ? RUN_TIMEOUT : TOOL_TIMEOUT;
    };
  }

  static Ending of(CancelReason reason) {
    return switch (reason) {
      case USER -> CANCELLED;
      case RUN_TIMEOUT -> RUN_TIMEOUT;
      case DRAIN, LEASE_LOST -> HANDED_ON;
    };
  }
}

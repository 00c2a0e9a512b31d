package io.outlast.run;

import java.util.Locale;

/** Why a run ended, and which terminal state goes with it. */
public enum StopReason {
  END_TURN(RunStatus.COMPLETED),
  MAX_TURNS(RunStatus.FAILED),
  MAX_TOOL_CALLS(RunStatus.FAILED),
  TOKEN_BUDGET(RunStatus.FAILED),
  RUN_TIMEOUT(RunStatus.TIMED_OUT),
  QUEUE_TIMEOUT(RunStatus.TIMED_OUT),
  CANCELLED(RunStatus.CANCELLED),
  MODEL_ERROR(RunStatus.FAILED),
  CONTEXT_OVERFLOW(RunStatus.FAILED),
  AGENT_ERROR(RunStatus.FAILED),
  REQUIRED_SERVER_UNAVAILABLE(RunStatus.FAILED),
  RECOVERY_EXHAUSTED(RunStatus.FAILED);

  private final RunStatus status;

  StopReason(RunStatus status) {
    this.status = status;
  }

  /** The state a run is in once it ended for this reason. */
  public RunStatus status() {
    return status;
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static StopReason of(String wireName) {
    return valueOf(wireName.toUpperCase(Locale.ROOT));
  }
}

package io.outlast.run;

import java.util.Optional;

/** The state machine of a run. Pure. */
public final class RunTransitions {

  private RunTransitions() {}

  /** What can happen to a run. */
  public enum Event {
    /** An owner takes it from the queue. */
    CLAIM,
    /** Its owner stops or died; it waits for another. */
    HAND_BACK,
    COMPLETE,
    FAIL,
    CANCEL,
    TIME_OUT
  }

  /** The state after the event, or empty where the event can not happen in that state. */
  public static Optional<RunStatus> next(RunStatus state, Event event) {
    return switch (state) {
      case QUEUED ->
          switch (event) {
            case CLAIM -> Optional.of(RunStatus.RUNNING);
            case CANCEL -> Optional.of(RunStatus.CANCELLED);
            case TIME_OUT -> Optional.of(RunStatus.TIMED_OUT);
            // A run that was handed back too often fails without being claimed again.
            case FAIL -> Optional.of(RunStatus.FAILED);
            case HAND_BACK, COMPLETE -> Optional.empty();
          };
      case RUNNING ->
          switch (event) {
            case CLAIM -> Optional.empty();
            case HAND_BACK -> Optional.of(RunStatus.QUEUED);
            case COMPLETE -> Optional.of(RunStatus.COMPLETED);
            case FAIL -> Optional.of(RunStatus.FAILED);
            case CANCEL -> Optional.of(RunStatus.CANCELLED);
            case TIME_OUT -> Optional.of(RunStatus.TIMED_OUT);
          };
      case COMPLETED, FAILED, CANCELLED, TIMED_OUT -> Optional.empty();
    };
  }

  /** The event that ends a run for this reason. */
  public static Event ending(StopReason reason) {
    return switch (reason.status()) {
      case COMPLETED -> Event.COMPLETE;
      case FAILED -> Event.FAIL;
      case CANCELLED -> Event.CANCEL;
      case TIMED_OUT -> Event.TIME_OUT;
      case QUEUED, RUNNING -> throw new IllegalStateException(reason + " does not end a run");
    };
  }
}

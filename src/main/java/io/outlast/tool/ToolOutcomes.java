package io.outlast.tool;

import java.util.List;

/** Outcomes of calls that are settled without being run. */
public final class ToolOutcomes {

  private ToolOutcomes() {}

  /**
   * The model's arguments cannot be used.
   *
   * @param problem what is wrong, as {@link ToolArguments.Broken} says it
   */
  public static ToolOutcome invalidArguments(ToolSpec tool, String problem) {
    return notSent(ToolErrorCode.INVALID_ARGUMENTS, ToolMessages.invalidArguments(tool, problem));
  }

  /**
   * The model asked for a tool that it was not offered.
   *
   * @param exposedName the name that the model used
   * @param offered the names it could have used
   */
  public static ToolOutcome unknownTool(String exposedName, List<String> offered) {
    return notSent(ToolErrorCode.UNKNOWN_TOOL, ToolMessages.unknownTool(exposedName, offered));
  }

  /**
   * A call that was dispatched when the process ended, and that is not repeated.
   *
   * @param delivery {@link Delivery#MAYBE_EXECUTED} unless it is known that it was never sent
   * @param attempts how often it was begun
   */
  public static ToolOutcome interruptedByRestart(
      ToolRef tool, Effect effect, Delivery delivery, int attempts) {
    ToolError error =
        new ToolError(
            ToolErrorCode.INTERRUPTED_BY_RESTART, ToolMessages.interrupted(tool, effect, delivery));
    return delivery == Delivery.NOT_SENT
        ? new ToolOutcome.Failed(error, delivery, attempts, null)
        : leftOpen(error, effect, delivery, attempts);
  }

  /** Unknown where it matters; where the call could be repeated without harm, it just failed. */
  static ToolOutcome leftOpen(ToolError error, Effect effect, Delivery delivery, int attempts) {
    return delivery == Delivery.NOT_SENT || effect.repeatable()
        ? new ToolOutcome.Failed(error, delivery, attempts, null)
        : new ToolOutcome.OutcomeUnknown(error, delivery, attempts);
  }

  private static ToolOutcome notSent(ToolErrorCode code, String message) {
    return new ToolOutcome.Failed(new ToolError(code, message), Delivery.NOT_SENT, 0, null);
  }
}

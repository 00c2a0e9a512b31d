package io.outlast.tool;

import java.time.Duration;
import java.util.Map;

/**
 * One call of a tool, ready to be run.
 *
 * @param id the call's id in its run
 * @param runId the run it belongs to, for logs
 * @param agent the run's agent, for logs
 * @param deadline its limits; they begin to count when it is run for the first time
 * @param meta extra entries for {@code params._meta}, such as {@code traceparent}
 * @param earlier what an earlier start of the run did for it
 */
public record ToolCall(
    String id,
    String runId,
    String agent,
    ToolSpec tool,
    Map<String, Object> arguments,
    ToolDeadline deadline,
    Map<String, Object> meta,
    Earlier earlier) {

  /** A call that is run for the first time. */
  public ToolCall(
      String id,
      String runId,
      String agent,
      ToolSpec tool,
      Map<String, Object> arguments,
      ToolDeadline deadline,
      Map<String, Object> meta) {
    this(id, runId, agent, tool, arguments, deadline, meta, Earlier.NOTHING);
  }

  /**
   * What was done for a call before its process was lost.
   *
   * @param spent time since it was begun, by the wall clock
   * @param attempts of it that may have reached the server
   */
  public record Earlier(Duration spent, int attempts) {

    public static final Earlier NOTHING = new Earlier(Duration.ZERO, 0);

    public Earlier {
      // Another machine's clock may be behind.
      spent = spent.isNegative() ? Duration.ZERO : spent;
    }

    Delivery delivery() {
      return attempts == 0 ? Delivery.NOT_SENT : Delivery.MAYBE_EXECUTED;
    }
  }

  /** The same with other extra entries. */
  ToolCall with(Map<String, Object> otherMeta) {
    return new ToolCall(id, runId, agent, tool, arguments, deadline, otherMeta, earlier);
  }
}

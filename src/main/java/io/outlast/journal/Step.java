package io.outlast.journal;

import io.outlast.run.RunEvent;
import io.outlast.run.RunUsage;
import io.outlast.run.ToolCallRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * What one step of a run adds.
 *
 * @param events in order
 * @param newCalls tool calls that are not in the journal yet; each gets the place of its first
 *     event here
 * @param endedCalls calls that were dispatched before and have ended now
 * @param used what the step used on top
 */
public record Step(
    List<RunEvent> events,
    List<ToolCallRecord> newCalls,
    List<ToolCallRecord> endedCalls,
    RunUsage used) {

  public static final Step NOTHING = new Step(List.of(), List.of(), List.of(), RunUsage.NONE);

  public static Step of(List<RunEvent> events, RunUsage used) {
    return new Step(events, List.of(), List.of(), used);
  }

  /** The same step with these events before its own. */
  public Step after(List<RunEvent> earlier) {
    if (earlier.isEmpty()) {
      return this;
    }
    List<RunEvent> all = new ArrayList<>(earlier);
    all.addAll(events);
    return new Step(List.copyOf(all), newCalls, endedCalls, used);
  }
}

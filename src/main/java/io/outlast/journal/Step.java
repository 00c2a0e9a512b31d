package io.outlast.journal;

import io.outlast.run.RunEvent;
import io.outlast.run.RunUsage;
import io.outlast.run.ToolCallRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What one step of a run adds.
 *
 * @param earlier what happened before it and is not written yet, in order
 * @param events in order
 * @param newCalls tool calls that are not in the journal yet; each gets the place of its first
 *     event here
 * @param endedCalls calls that were dispatched before and have ended now
 * @param used what the step used on top
 */
public record Step(
    List<Happened> earlier,
    List<RunEvent> events,
    List<ToolCallRecord> newCalls,
    List<ToolCallRecord> endedCalls,
    RunUsage used) {

  public static final Step NOTHING = Step.of(List.of(), RunUsage.NONE);

  public Step(
      List<RunEvent> events,
      List<ToolCallRecord> newCalls,
      List<ToolCallRecord> endedCalls,
      RunUsage used) {
    this(List.of(), events, newCalls, endedCalls, used);
  }

  public static Step of(List<RunEvent> events, RunUsage used) {
    return new Step(events, List.of(), List.of(), used);
  }

  /** The same step together with what happened, and was used, before. */
  public Step after(List<Happened> before, RunUsage usedBefore) {
    return before.isEmpty()
        ? this
        : new Step(before, events, newCalls, endedCalls, usedBefore.plus(used));
  }

  /** All events, those of the step itself at this instant. */
  List<Happened> all(Instant now) {
    List<Happened> all = new ArrayList<>(earlier);
    events.forEach(event -> all.add(new Happened(event, now)));
    return all;
  }

  /** A new call stands where its first event stands. */
  int placeOf(ToolCallRecord call) {
    for (int i = 0; i < events.size(); i++) {
      if (isOf(call.id(), events.get(i))) {
        return earlier.size() + i;
      }
    }
    throw new IllegalArgumentException("No event goes with the new tool call " + call.id());
  }

  private static boolean isOf(String callId, RunEvent event) {
    return event instanceof RunEvent.ToolDispatched dispatched && dispatched.callId().equals(callId)
        || event instanceof RunEvent.ToolFinished finished && finished.callId().equals(callId);
  }
}

package io.outlast.journal;

import io.outlast.run.RunEvent;
import io.outlast.run.RunUsage;
import io.outlast.run.ToolCallRecord;
import java.util.List;

/**
 * What one step of a run adds.
 *
 * @param events in order
 * @param calls new or changed tool calls; a new one has the {@code seq} 0 and gets its place here
 * @param used what the step used on top
 */
public record Step(List<RunEvent> events, List<ToolCallRecord> calls, RunUsage used) {

  public static final Step NOTHING = new Step(List.of(), List.of(), RunUsage.NONE);

  public static Step of(RunEvent... events) {
    return new Step(List.of(events), List.of(), RunUsage.NONE);
  }
}

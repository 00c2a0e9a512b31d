package io.outlast.agent;

import io.outlast.run.RunEvent;
import io.outlast.run.ToolCallRecord;
import io.outlast.tool.ToolSpec;
import java.util.Map;
import java.util.Optional;

/**
 * What the calls of one turn share.
 *
 * @param offered the tools the model may use, by exposed name
 * @param interrupted calls that an earlier start of the run dispatched and did not see the end of,
 *     by the model's call id
 */
record TurnCalls(
    RunSession session,
    ToolResultTexts texts,
    Conversation.Turn turn,
    Map<String, ToolSpec> offered,
    Map<String, ToolCallRecord> interrupted) {

  Optional<ToolCallRecord> dispatched(RunEvent.Call call) {
    return Optional.ofNullable(interrupted.get(call.id()));
  }
}

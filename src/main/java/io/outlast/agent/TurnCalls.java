package io.outlast.agent;

import io.outlast.run.RunEvent;
import io.outlast.tool.ToolSpec;
import java.util.Map;
import java.util.Optional;

/**
 * What the calls of one turn share.
 *
 * @param connections those that the run has used
 * @param offered the tools the model may use, by exposed name
 * @param interrupted calls that an earlier start of the run dispatched and did not see the end of,
 *     by the model's call id
 */
record TurnCalls(
    RunSession session,
    KnownConnections connections,
    ToolResultTexts texts,
    Conversation.Turn turn,
    Map<String, ToolSpec> offered,
    Map<String, Conversation.Interrupted> interrupted) {

  Optional<Conversation.Interrupted> dispatched(RunEvent.Call call) {
    return Optional.ofNullable(interrupted.get(call.id()));
  }
}

package io.outlast.model;

import io.outlast.control.CancelSignal;
import io.outlast.control.Deadline;
import io.outlast.tool.ToolSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One question to a model, attempts included.
 *
 * @param system the system prompt; may be empty
 * @param messages the conversation, ending with a user message or tool results
 * @param tools offered in this order
 * @param timeout limit of one attempt; zero for none
 * @param attempts how often it may be asked at most, at least 1
 * @param budget the run's deadline, which caps every attempt and every wait between attempts
 * @param cancel stops the call at once
 * @param headers go along with every attempt: the trace it belongs to
 * @param script the agent's script, for the scripted provider only
 */
public record ModelRequest(
    String system,
    List<Message> messages,
    List<ToolSpec> tools,
    Duration timeout,
    int attempts,
    Deadline budget,
    CancelSignal cancel,
    Map<String, String> headers,
    @Nullable List<ScriptTurn> script,
    ModelListener listener) {}

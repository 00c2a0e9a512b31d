package io.outlast.tool;

import io.outlast.control.Deadline;
import java.util.Map;

/**
 * One attempt of a call, as handed to a {@link ToolSource}.
 *
 * @param deadline bounds every wait inside the source: for a slot, for a connection, for the reply
 * @param meta extra entries for {@code params._meta}, such as {@code traceparent}; may be empty
 */
public record ToolRequest(
    ToolRef tool,
    Map<String, Object> arguments,
    Deadline deadline,
    Map<String, Object> meta,
    ToolListener listener) {}

package io.outlast.tool;

import java.util.Map;

/**
 * A tool as it is offered to a model.
 *
 * @param exposedName the name the model uses: {@code server__tool}, provider-safe ({@code
 *     [a-zA-Z0-9_-]{1,64}}), unique
 * @param ref the tool it leads to
 * @param description what the server says the tool does; empty when it says nothing
 * @param inputSchema a JSON Schema of type {@code object} that providers accept
 * @param effect operator's word, else trusted annotations, else {@link Effect#SIDE_EFFECTING}
 */
public record ToolSpec(
    String exposedName,
    ToolRef ref,
    String description,
    Map<String, Object> inputSchema,
    Effect effect) {}

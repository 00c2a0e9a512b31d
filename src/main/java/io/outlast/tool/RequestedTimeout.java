package io.outlast.tool;

/**
 * An operator's word on how a tool's own arguments ask for time.
 *
 * @param argument name of the argument that holds the time the model asks for
 * @param unit its unit
 */
public record RequestedTimeout(String argument, ToolTimeoutUnit unit) {}

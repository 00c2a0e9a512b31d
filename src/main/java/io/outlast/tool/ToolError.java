package io.outlast.tool;

/**
 * Why a call did not succeed.
 *
 * @param message what the model is told, and what the user reads
 */
public record ToolError(ToolErrorCode code, String message) {}

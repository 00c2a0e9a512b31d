package io.outlast.model;

/**
 * A tool call as a model made it.
 *
 * @param id the model's id of the call; may be empty or repeated until the loop has made it unique
 * @param name the exposed tool name
 * @param arguments the raw text of the arguments, which may be broken JSON
 */
public record ModelToolCall(String id, String name, String arguments) {}

package io.outlast.run;

/**
 * What went wrong, for a person.
 *
 * @param code the stop reason's name
 */
public record RunError(String code, String message) {}

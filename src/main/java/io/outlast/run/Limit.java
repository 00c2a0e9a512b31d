package io.outlast.run;

/**
 * A limit in force, and the layer it came from.
 *
 * @param source {@code request}, {@code agent} or {@code global}
 */
public record Limit<T>(T value, String source) {}

package io.outlast.journal;

/**
 * What tells a repeated request to start a run from a new one.
 *
 * @param key the client's own, unique per request it means
 * @param fingerprint of the body, which must be the same for the same key
 */
public record RequestKey(String key, String fingerprint) {}

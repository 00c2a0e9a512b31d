package io.outlast.mcp;

/**
 * One dispatched event of an event stream.
 *
 * @param type the {@code event} field; {@code message} when it was left out
 * @param data the data lines joined by newlines; may be empty
 */
record SseEvent(String type, String data) {}

package io.outlast.mcp;

import io.modelcontextprotocol.spec.McpClientTransport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A client transport that says when it can no longer be trusted, and that can end the exchange of
 * one request. Single use: a lost one is replaced, never reconnected.
 */
interface SupervisedTransport extends McpClientTransport {

  /** Sets who hears about losses; called once, before {@code connect}. */
  void supervise(TransportEvents events);

  /**
   * Ends the exchange of one request, so that no socket lingers. Does not block; ids that are
   * unknown or already answered are ignored. A transport without exchanges of its own does nothing.
   */
  void abort(Object requestId);

  /** The process behind the connection, where there is one. */
  default @Nullable Long pid() {
    return null;
  }

  /** What the server last wrote to its log, masked, where that can be seen. */
  default List<String> lastLines() {
    return List.of();
  }
}

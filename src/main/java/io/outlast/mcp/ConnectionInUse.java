package io.outlast.mcp;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A connection in use, with what is thought of it.
 *
 * @param replaced completes when it is no longer in use
 */
record ConnectionInUse(
    McpConnection connection, Suspicion suspicion, CompletableFuture<Boolean> replaced) {

  ConnectionInUse(McpConnection connection, Suspicion suspicion) {
    this(connection, suspicion, new CompletableFuture<>());
  }

  boolean is(long generation) {
    return connection.generation() == generation;
  }

  /**
   * What a caller has to wait for before it may use the connection; null when nothing.
   *
   * @param gone generation that the caller has met dead
   */
  @Nullable CompletableFuture<Boolean> unsettled(long gone) {
    return is(gone) ? replaced : suspicion.openVerdict();
  }

  void retire(Closings closings, String why) {
    closings.dispose(connection, why);
    replaced.complete(true);
    suspicion.over();
  }
}

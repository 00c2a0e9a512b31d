package io.outlast.mcp;

import io.outlast.telemetry.LogWords;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** What of one server is still being ended. Thread-safe; never blocks. */
final class Closings {

  private final String server;
  private final Set<CompletableFuture<?>> open = ConcurrentHashMap.newKeySet();

  Closings(String server) {
    this.server = server;
  }

  /** Counts as open until {@code ended} completes. */
  void await(CompletableFuture<?> ended) {
    open.add(ended);
    ended.whenComplete((v, e) -> open.remove(ended));
  }

  /** Closes in the background; closing the same connection again does no harm. */
  void dispose(McpConnection old, String why) {
    CompletableFuture<Boolean> closed = new CompletableFuture<>();
    await(closed);
    Thread.ofVirtual()
        .name("mcp-" + server + "-close")
        .start(
            LogWords.ofServer(
                server, () -> old.close(why).whenComplete((v, e) -> closed.complete(true))));
  }

  /** Completes when nothing is left, of what comes meanwhile neither. */
  CompletableFuture<?> whenDone() {
    // What has just completed runs this before it is removed.
    List<CompletableFuture<?>> left = open.stream().filter(ending -> !ending.isDone()).toList();
    return left.isEmpty()
        ? CompletableFuture.completedFuture(true)
        : CompletableFuture.allOf(left.toArray(CompletableFuture<?>[]::new))
            .thenCompose(v -> whenDone());
  }
}

package io.outlast.mcp;

import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One message on its way over HTTP and the request that carries it at this moment; a resumed or
 * redirected exchange has several, one after the other. Thread-safe.
 */
final class Exchange {

  /** What an exchange is for. */
  enum Kind {
    /** The {@code initialize} request: its failures belong to whoever sends it. */
    HANDSHAKE,
    /** A {@code tools/call}: its failures are reported as events. */
    TOOL_CALL,
    /** Any other request: likewise. */
    CALL,
    /** A notification or a reply of ours, and streams that belong to no request. */
    OTHER;

    static Kind of(JSONRPCRequest request) {
      return switch (request.method()) {
        case McpSchema.METHOD_INITIALIZE -> HANDSHAKE;
        case McpSchema.METHOD_TOOLS_CALL -> TOOL_CALL;
        case String other -> CALL;
      };
    }
  }

  private final Object id;
  private final Kind kind;
  private final long startedAt = System.nanoTime();
  private final CompletableFuture<Void> handed = new CompletableFuture<>();
  private volatile boolean cancelled;
  private final AtomicBoolean claimed = new AtomicBoolean();
  private volatile boolean headSeen;
  private volatile boolean accepted;
  private volatile @Nullable Future<?> running;

  Exchange(Object id, Kind kind) {
    this.id = id;
    this.kind = kind;
  }

  Object id() {
    return id;
  }

  Kind kind() {
    return kind;
  }

  boolean isCall() {
    return kind == Kind.TOOL_CALL || kind == Kind.CALL;
  }

  /** What the sender of the message waits for. */
  CompletableFuture<Void> handed() {
    return handed;
  }

  Duration age() {
    return Duration.ofNanos(System.nanoTime() - startedAt);
  }

  boolean headSeen() {
    return headSeen;
  }

  /** Whether the server has begun to answer with 2xx. */
  boolean accepted() {
    return accepted;
  }

  /** The server has begun to answer. */
  void sawHead(int status) {
    accepted = status / 100 == 2;
    headSeen = true;
  }

  /** True for the first one that asks. */
  boolean claim() {
    return claimed.compareAndSet(false, true);
  }

  /** Names what is under way now; when the exchange was cancelled before, that ends at once. */
  void runs(Future<?> next) {
    running = next;
    if (cancelled) {
      next.cancel(true);
    }
  }

  boolean cancelled() {
    return cancelled;
  }

  /** Ends what is under way and closes its socket. */
  void cancel() {
    cancelled = true;
    Future<?> now = running;
    if (now != null) {
      now.cancel(true);
    }
    handed.cancel(false);
  }

  /** Lets the server end the exchange by itself, so that its connection can be used again. */
  void cancelIn(Duration grace) {
    CompletableFuture.delayedExecutor(
            grace.toMillis(), TimeUnit.MILLISECONDS, Thread::startVirtualThread)
        .execute(this::cancel);
  }
}

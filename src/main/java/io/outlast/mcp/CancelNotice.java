package io.outlast.mcp;

import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.outlast.telemetry.LogWords;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells a server that a request of ours was given up ({@code notifications/cancelled}, MCP
 * specification, utilities/cancellation), and ends the request's exchange. Best effort, within 2 s.
 */
final class CancelNotice {

  private static final Logger log = LoggerFactory.getLogger(CancelNotice.class);
  private static final Duration LIMIT = Duration.ofSeconds(2);

  private final String server;
  private final SupervisedTransport transport;

  CancelNotice(String server, SupervisedTransport transport) {
    this.server = server;
    this.transport = transport;
  }

  /**
   * Returns at once.
   *
   * @param left completes when all of the request is on its way: the notice must not overtake it
   * @return completes with whether the server was told
   */
  CompletableFuture<Boolean> send(Object id, CompletableFuture<Void> left, String reason) {
    CompletableFuture<Boolean> told = new CompletableFuture<>();
    Thread.ofVirtual()
        .name("mcp-" + server + "-cancel")
        .start(
            LogWords.ofServer(
                server,
                () -> {
                  boolean arrived = tell(id, left, reason);
                  transport.abort(id);
                  told.complete(arrived);
                }));
    return told;
  }

  private boolean tell(Object id, CompletableFuture<Void> left, String reason) {
    long until = System.nanoTime() + LIMIT.toNanos();
    try {
      left.get(LIMIT.toNanos(), TimeUnit.NANOSECONDS);
      transport
          .sendMessage(
              new JSONRPCNotification(
                  McpSchema.JSONRPC_VERSION,
                  "notifications/cancelled",
                  Map.of("requestId", id, "reason", reason)))
          .toFuture()
          .get(Math.max(1, until - System.nanoTime()), TimeUnit.NANOSECONDS);
      return true;
    } catch (ExecutionException | TimeoutException e) {
      log.debug("{}: request {} could not be cancelled at the server", server, id, e);
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}

package io.outlast.mcp;

import io.outlast.control.Deadline;
import io.outlast.telemetry.LogWords;
import io.outlast.tool.ToolSpec;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One attempt to make a connection, on a virtual thread of its own. Thread-safe. */
final class ConnectAttempt {

  private static final Logger log = LoggerFactory.getLogger(ConnectAttempt.class);

  /** Who asked for it; called on its thread. */
  interface Owner {
    void connected(ConnectAttempt attempt, McpConnection made, List<ToolSpec> offered);

    void failed(ConnectAttempt attempt, ConnectFailure failure, List<String> lastLines);
  }

  private final long generation;
  private final CompletableFuture<McpConnection> connection = new CompletableFuture<>();
  private final CompletableFuture<Boolean> over = new CompletableFuture<>();
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();

  ConnectAttempt(long generation) {
    this.generation = generation;
  }

  long generation() {
    return generation;
  }

  /** Completes when it has ended or was replaced: look again at the server's state. */
  CompletableFuture<Boolean> over() {
    return over;
  }

  /** Completes when its thread is done with it. */
  CompletableFuture<Boolean> ended() {
    return ended;
  }

  /** The connection while it is being made; null before. */
  @Nullable McpConnection made() {
    return connection.getNow(null);
  }

  /** It no longer counts: what it has made, or is about to make, is put away. */
  void replace(Closings closings, String why) {
    connection.thenAccept(made -> closings.dispose(made, why));
    over.complete(false);
  }

  void start(ConnectionOpener opener, ConnectionEvents events, Owner owner) {
    Thread.ofVirtual()
        .name("mcp-" + opener.server() + "-connect")
        .start(
            LogWords.ofServer(
                opener.server(),
                () -> {
                  try {
                    run(opener, events, owner);
                  } finally {
                    over.complete(true);
                    ended.complete(true);
                  }
                }));
  }

  private void run(ConnectionOpener opener, ConnectionEvents events, Owner owner) {
    try {
      Deadline startup = opener.startupDeadline();
      McpConnection made = opener.open(generation, events);
      connection.complete(made);
      made.initialize(startup);
      owner.connected(this, made, opener.listTools(made, startup));
    } catch (ConnectFailure e) {
      fail(owner, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      fail(owner, new ConnectFailure(TransportLoss.UNREACHABLE, "interrupted"));
    } catch (RuntimeException e) {
      log.error("{}: connecting failed in an unexpected way; it is tried again", this, e);
      fail(owner, new ConnectFailure(TransportLoss.UNREACHABLE, e.toString()));
    }
  }

  private void fail(Owner owner, ConnectFailure failure) {
    McpConnection made = made();
    owner.failed(this, failure, made == null ? List.of() : made.lastLines());
  }

  @Override
  public String toString() {
    return "attempt " + generation;
  }
}

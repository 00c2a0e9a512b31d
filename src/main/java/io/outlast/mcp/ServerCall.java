package io.outlast.mcp;

import io.outlast.mcp.CallSlots.Slot;
import io.outlast.tool.Delivery;
import io.outlast.tool.ToolExchange;
import io.outlast.tool.ToolReply;
import io.outlast.tool.ToolRequest;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of a call on one server. It waits on a virtual thread of its own, so that its caller
 * never does and what hangs on its reply never runs on a thread of the connection.
 */
final class ServerCall implements ToolExchange {

  private final McpServer server;
  private final ToolRequest request;
  private final CompletableFuture<ToolReply> reply = new CompletableFuture<>();
  private final CompletableFuture<Boolean> gaveUp = new CompletableFuture<>();
  private volatile @Nullable Sending sending;

  private record Sending(McpConnection connection, PendingRequest pending) {}

  private ServerCall(McpServer server, ToolRequest request) {
    this.server = server;
    this.request = request;
  }

  static ToolExchange start(McpServer server, ToolRequest request) {
    ServerCall call = new ServerCall(server, request);
    Thread.ofVirtual().name("mcp-" + server.name() + "-call").start(call::run);
    return call;
  }

  @Override
  public CompletableFuture<ToolReply> reply() {
    return reply;
  }

  @Override
  public Delivery delivery() {
    Sending at = sending;
    return at == null ? Delivery.NOT_SENT : at.pending().delivery();
  }

  private void run() {
    try (Slot slot = server.slots().enter()) {
      Waiting waiting = new Waiting(request.deadline(), gaveUp);
      if (waiting.until(slot.granted())) {
        switch (server.acquire(waiting)) {
          case Acquired.Usable usable -> call(usable);
          case Acquired.Down down ->
              reply.complete(
                  new ToolReply.Unavailable(down.cause(), down.since(), down.nextAttemptAt()));
          case Acquired.OutOfTime out -> {
            // The caller's own deadline says so; a reply here would only race with it.
          }
        }
      }
    } catch (RuntimeException e) {
      reply.complete(new ToolReply.Lost("the call failed: " + e, delivery()));
    }
  }

  private void call(Acquired.Usable usable) {
    String tool = request.tool().tool();
    if (!server.offers(tool)) {
      reply.complete(
          new ToolReply.UnknownTool("server " + server.name() + " does not offer a tool " + tool));
      return;
    }
    if (usable.recreated()) {
      request.listener().reconnected(server.name(), usable.connection().generation());
    }
    PendingRequest pending = usable.connection().prepareCall(request.listener());
    sending = new Sending(usable.connection(), pending);
    // Who gives up from here on finds the call, and it is refused at the door of the transport.
    if (gaveUp.isDone()) {
      return;
    }
    usable.connection().sendCall(pending, tool, request.arguments(), request.meta());
    CompletableFuture.anyOf(pending.answer(), gaveUp).join();
    Answer answer = pending.answer().getNow(null);
    if (answer != null) {
      reply.complete(reply(answer));
    }
  }

  private static ToolReply reply(Answer answer) {
    return switch (answer) {
      case Answer.Result result -> new ToolReply.Result(result.result());
      case Answer.Failure failure -> new ToolReply.ProtocolError(failure.code(), failure.message());
      case Answer.Lost lost -> new ToolReply.Lost(lost.cause(), lost.delivery());
    };
  }

  @Override
  public CompletableFuture<Boolean> abandon(String reason) {
    gaveUp.complete(true);
    Sending at = sending;
    return at == null
        ? CompletableFuture.completedFuture(false)
        : at.connection().giveUp(at.pending(), reason);
  }
}

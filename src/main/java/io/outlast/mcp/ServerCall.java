package io.outlast.mcp;

import io.outlast.mcp.CallSlots.Slot;
import io.outlast.telemetry.LogWords;
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

  private static final int MOST_ROUNDS = 3;

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
    Thread.ofVirtual().name("mcp-" + server.name() + "-call").start(LogWords.carrying(call::run));
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
        run(waiting);
      }
      // Otherwise the caller's own deadline says so; a reply here would only race with it.
    } catch (RuntimeException e) {
      reply.complete(new ToolReply.Lost("the call failed: " + e, delivery()));
    }
  }

  /** Turned away by a connection that was gone already, nothing has happened: it asks again. */
  private void run(Waiting waiting) {
    long gone = 0;
    for (int round = 1; round <= MOST_ROUNDS; round++) {
      switch (server.acquire(waiting, gone)) {
        case Acquired.OutOfTime out -> {
          return;
        }
        case Acquired.Down down -> {
          reply.complete(
              new ToolReply.Unavailable(down.cause(), down.since(), down.nextAttemptAt()));
          return;
        }
        case Acquired.Usable usable -> {
          if (!server.offer().has(request.tool().tool())) {
            reply.complete(
                new ToolReply.UnknownTool(
                    request.tool().display()
                        + " is not among the tools that the server offers now"));
            return;
          }
          Answer answer = call(usable);
          if (answer instanceof Answer.Failure failure) {
            server.refused(usable.connection(), failure);
          }
          boolean again = answer instanceof Answer.Lost lost && lost.turnedAway();
          if (answer != null && (!again || round == MOST_ROUNDS)) {
            reply.complete(reply(answer));
          }
          if (!again) {
            return;
          }
          gone = usable.connection().generation();
        }
      }
    }
  }

  /** Null when the caller gave up. */
  private @Nullable Answer call(Acquired.Usable usable) {
    request
        .listener()
        .connected(server.name(), usable.connection().generation(), usable.recreated());
    PendingRequest pending =
        usable.connection().prepareCall(request.deadline(), request.listener());
    sending = new Sending(usable.connection(), pending);
    // Who gives up from here on finds the call, and it is refused at the door of the transport.
    if (gaveUp.isDone()) {
      return null;
    }
    usable
        .connection()
        .sendCall(pending, request.tool().tool(), request.arguments(), request.meta());
    CompletableFuture.anyOf(pending.answer(), gaveUp).join();
    return pending.answer().getNow(null);
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

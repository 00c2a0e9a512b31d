package io.outlast.mcp;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.outlast.mcp.PendingRequest.GivenUp;
import io.outlast.mcp.RequestTable.Entry;
import io.outlast.tool.Delivery;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * Stands between the SDK's session and a transport, and owns every request in flight: replies
 * settle here, given-up requests are forgotten here and cancelled at the server, a loss fails all
 * of them here. The SDK gets a stand-in for each reply, which only serves to empty its own table;
 * notifications never reach it (its handlers answer each {@code list_changed} with a new listing).
 *
 * <p>Thread-safe. No method blocks.
 */
final class GuardedTransport implements McpClientTransport, TransportEvents {

  private static final Logger log = LoggerFactory.getLogger(GuardedTransport.class);

  /** What requests that ran into the same lost session get to learn that they were not executed. */
  private static final Duration OWN_VERDICT = Duration.ofMillis(80);

  /** A connection's end. */
  record Loss(TransportLoss kind, String detail) {}

  private final String server;
  private final SupervisedTransport delegate;
  private final ConnectionEvents events;
  private final StrayMessages strays;
  private final CancelNotice notice;
  private final RequestTable requests = new RequestTable();
  private final AtomicReference<@Nullable Loss> loss = new AtomicReference<>();
  private final CompletableFuture<Loss> over = new CompletableFuture<>();
  private volatile Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> session = m -> m;

  GuardedTransport(
      String server, SupervisedTransport delegate, ConnectionEvents events, StrayMessages strays) {
    this.server = server;
    this.delegate = delegate;
    this.events = events;
    this.strays = strays;
    this.notice = new CancelNotice(server, delegate);
    delegate.supervise(this);
  }

  /**
   * Completes when the connection is lost or closed, also while it is still being made, and all its
   * requests are failed.
   */
  CompletableFuture<Loss> whenOver() {
    return over;
  }

  List<PendingRequest> inFlight(String method) {
    return requests.pending(method);
  }

  @Override
  public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
    session = handler;
    return delegate
        .connect(incoming -> handler.apply(incoming.mapNotNull(this::admit)))
        .onErrorResume(e -> {
          failed(e, TransportLoss.UNREACHABLE);
          return Mono.empty();
        });
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    if (message instanceof JSONRPCRequest request) {
      return Mono.create(sink -> handOver(request, sink));
    }
    Loss dead = loss.get();
    return dead == null ? delegate.sendMessage(message) : Mono.error(tooLate(dead));
  }

  private void handOver(JSONRPCRequest request, MonoSink<Void> sink) {
    PendingRequest offered = sink.contextView().getOrDefault(PendingRequest.KEY, null);
    PendingRequest pending =
        offered != null && offered.method().equals(request.method()) ? offered : null;
    if (pending != null && !pending.bind(request.id())) {
      sink.error(new TransportFailure(TransportLoss.WRITE_FAILED, false, "given up", null));
      return;
    }
    requests.put(new Entry(request.id(), request.method(), pending));
    // Asked only now: whoever fails all that is in flight may have missed this one.
    Loss dead = loss.get();
    if (dead != null) {
      sendFailed(request.id(), tooLate(dead), sink);
      return;
    }
    Mono.defer(() -> delegate.sendMessage(request))
        .contextWrite(sink.contextView())
        .subscribe(v -> {}, e -> sendFailed(request.id(), e, sink), sink::success);
  }

  @Override
  public @Nullable Runnable leaving(Object requestId) {
    Entry entry = requests.find(requestId);
    PendingRequest pending = entry == null ? null : entry.pending();
    if (entry == null || pending == null) {
      return entry == null ? null : () -> {};
    }
    switch (pending.leave()) {
      case FIRST -> pending.listener().sent(entry.id());
      case AGAIN -> {}
      case REFUSED -> {
        return null;
      }
    }
    return () -> pending.left().complete(null);
  }

  private static TransportFailure tooLate(Loss dead) {
    return new TransportFailure(dead.kind(), false, dead.detail(), null);
  }

  private void sendFailed(Object id, Throwable e, MonoSink<Void> sink) {
    Entry entry = requests.take(id);
    if (e instanceof TransportFailure failure && endsTheConnection(failure.loss())) {
      lost(failure.loss(), text(e));
    }
    if (entry != null && entry.pending() != null) {
      entry.pending().settle(unsent(e));
    }
    sink.error(e);
  }

  private static Answer.Lost unsent(Throwable e) {
    if (!(e instanceof TransportFailure failure) || failure.mayHaveLeft()) {
      return Answer.Lost.under(text(e), Delivery.MAYBE_EXECUTED);
    }
    // A server that does not read is still connected.
    return failure.loss() == TransportLoss.UNRESPONSIVE
        ? Answer.Lost.under(text(e), Delivery.NOT_SENT)
        : Answer.Lost.before(text(e));
  }

  /** The others report for themselves what they have lost, and know more about it. */
  private static boolean endsTheConnection(TransportLoss loss) {
    return switch (loss) {
      case SESSION_LOST, UNAUTHORIZED, UNREACHABLE, MISCONFIGURED -> true;
      case PROCESS_EXIT, STREAM_CLOSED, WRITE_FAILED, FRAME_TOO_LONG, UNRESPONSIVE -> false;
    };
  }

  /** What of an incoming message the SDK gets to see. */
  private @Nullable JSONRPCMessage admit(JSONRPCMessage message) {
    events.heard();
    return switch (message) {
      case JSONRPCResponse response -> settle(response);
      case JSONRPCNotification notification -> {
        notified(notification);
        yield null;
      }
      default -> message;
    };
  }

  private @Nullable JSONRPCMessage settle(JSONRPCResponse response) {
    Entry entry = requests.take(response.id());
    if (entry == null) {
      if (requests.wasGivenUp(response.id())) {
        strays.lateReply(response.id());
      } else {
        strays.unknownReply(response.id());
      }
      return null;
    }
    if (entry.pending() == null) {
      return StandIn.initializeReply(entry.id(), response);
    }
    entry.pending().settle(answer(response));
    return StandIn.reply(entry);
  }

  @SuppressWarnings("unchecked")
  private static Answer answer(JSONRPCResponse response) {
    if (response.error() != null) {
      return new Answer.Failure(response.error().code(), response.error().message());
    }
    return response.result() instanceof Map<?, ?> map
        ? new Answer.Result((Map<String, Object>) map)
        : new Answer.Failure(0, "the server's reply is no result object");
  }

  private void notified(JSONRPCNotification notification) {
    switch (notification.method()) {
      case McpSchema.METHOD_NOTIFICATION_PROGRESS -> {
        if (notification.params() instanceof Map<?, ?> params) {
          progressed(params);
        }
      }
      case McpSchema.METHOD_NOTIFICATION_TOOLS_LIST_CHANGED -> events.toolsChanged();
      case String other -> log.debug("{}: notification {}", server, other);
    }
  }

  private void progressed(Map<?, ?> params) {
    Object token = params.get("progressToken");
    PendingRequest pending = token == null ? null : requests.byToken(token);
    if (pending == null) {
      strays.unknownProgress(token);
      return;
    }
    pending.listener().progress(ProgressParams.read(params));
  }

  /**
   * Forgets a request and, when it was sent and not answered, tells the server and ends its
   * exchange. First the request is settled everywhere, then the server hears of it: what it answers
   * to that can no longer become the result.
   *
   * @return completes with whether the notification was handed to the server
   */
  CompletableFuture<Boolean> giveUp(PendingRequest pending, String reason) {
    GivenUp met = pending.giveUp();
    Object id = pending.id();
    if (met == GivenUp.UNBOUND || met == GivenUp.TOO_LATE || id == null) {
      return CompletableFuture.completedFuture(false);
    }
    Entry entry = requests.giveUp(id);
    if (entry != null) {
      toSession(StandIn.reply(entry));
    }
    if (McpSchema.METHOD_TOOLS_CALL.equals(pending.method())) {
      events.givenUp(pending);
    }
    if (met == GivenUp.HELD) {
      delegate.abort(id);
      return CompletableFuture.completedFuture(false);
    }
    return notice.send(id, pending.left(), reason);
  }

  @Override
  public void exchangeLost(Object requestId, Delivery delivery, String detail) {
    Entry entry = requests.take(requestId);
    if (entry == null) {
      return;
    }
    fail(entry, delivery, detail);
    if (entry.pending() != null) {
      events.suspicious(detail);
    }
  }

  @Override
  public void lost(TransportLoss kind, String detail) {
    Loss now = new Loss(kind, detail);
    if (!loss.compareAndSet(null, now)) {
      return;
    }
    // The supervisor first: a call that is failed and repeated at once must find a new connection.
    events.lost(kind, detail);
    if (kind == TransportLoss.SESSION_LOST && !requests.ids().isEmpty()) {
      CompletableFuture.delayedExecutor(
              OWN_VERDICT.toMillis(), TimeUnit.MILLISECONDS, Thread::startVirtualThread)
          .execute(() -> failAll(now));
    } else {
      failAll(now);
    }
  }

  @Nullable Loss loss() {
    return loss.get();
  }

  private void failed(Throwable e, TransportLoss otherwise) {
    lost(e instanceof TransportFailure failure ? failure.loss() : otherwise, text(e));
  }

  private void failAll(Loss because) {
    for (Object id : requests.ids()) {
      Entry entry = requests.take(id);
      if (entry != null) {
        fail(entry, Delivery.MAYBE_EXECUTED, because.detail());
      }
    }
    over.complete(because);
  }

  private void fail(Entry entry, Delivery delivery, String detail) {
    if (entry.pending() == null) {
      toSession(StandIn.error(entry.id(), detail));
    } else {
      entry.pending().settle(Answer.Lost.under(detail, delivery));
      toSession(StandIn.reply(entry));
    }
  }

  private void toSession(JSONRPCMessage message) {
    session.apply(Mono.just(message)).subscribe(m -> {}, e -> log.debug("{}: stand-in", server, e));
  }

  /** Ends the connection without a report; what is in flight fails with {@code reason}. */
  Mono<Void> close(String reason) {
    Loss closed = new Loss(TransportLoss.STREAM_CLOSED, reason);
    if (loss.compareAndSet(null, closed)) {
      failAll(closed);
    }
    // Requests of a lost session are still waiting for their own verdicts.
    return Mono.fromFuture(over, true).then(delegate.closeGracefully());
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.defer(() -> close("the connection was closed"));
  }

  /** Not handed on: the SDK would re-initialise a transport that is used once. */
  @Override
  public void setExceptionHandler(Consumer<Throwable> handler) {}

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return delegate.unmarshalFrom(data, type);
  }

  @Override
  public List<String> protocolVersions() {
    return delegate.protocolVersions();
  }

  private static String text(Throwable e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}

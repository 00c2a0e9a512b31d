package io.outlast.mcp;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.outlast.settings.McpServerSettings;
import io.outlast.tool.Delivery;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * What the HTTP transports share: requests go out, messages come in, and here is the one place that
 * ends an exchange. Thread-safe; nothing here blocks.
 */
final class HttpConversation {

  private static final Logger log = LoggerFactory.getLogger(HttpConversation.class);

  private static final Duration LONGEST_CONNECT = Duration.ofSeconds(10);
  private static final Duration NOTIFICATION_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration LINGER = Duration.ofSeconds(1);
  private static final Duration GRACE = Duration.ofMillis(90);

  private final HttpTarget target;
  private final HttpWire wire;
  private final JsonRpc json = new JsonRpc(McpJsonDefaults.getMapper());
  private final ReplyRules rules;
  private final HttpExchanges exchanges = new HttpExchanges();
  private final LossReport losses = new LossReport(exchanges::anyCallUnanswered);
  private volatile @Nullable Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler;
  private volatile Consumer<JSONRPCResponse> handshakeListener = reply -> {};
  private volatile boolean closed;

  /**
   * @throws TransportFailure {@code MISCONFIGURED} when no request can be made of the settings
   */
  HttpConversation(String serverName, McpServerSettings settings) {
    target = HttpTarget.of(serverName, settings);
    rules = new ReplyRules(target, json);
    Duration startup = settings.startupTimeout();
    boolean bounded = startup.isPositive() && startup.compareTo(LONGEST_CONNECT) < 0;
    wire = new HttpWire(serverName, bounded ? startup : LONGEST_CONNECT);
  }

  HttpTarget target() {
    return target;
  }

  JsonRpc json() {
    return json;
  }

  ReplyRules rules() {
    return rules;
  }

  HttpExchanges exchanges() {
    return exchanges;
  }

  LossReport losses() {
    return losses;
  }

  void listen(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> toMessages) {
    handler = toMessages;
  }

  /** Hears the reply to {@code initialize} before the handler does. */
  void onHandshake(Consumer<JSONRPCResponse> listener) {
    handshakeListener = listener;
  }

  /** Why nothing can be sent any more; null while it can. */
  @Nullable TransportFailure gone() {
    if (closed) {
      return closed();
    }
    return losses.failure();
  }

  private TransportFailure closed() {
    return new TransportFailure(
        TransportLoss.WRITE_FAILED, false, target.display() + ": the connection is closed", null);
  }

  /** The body of a message; a request asks for leave before it goes. */
  HttpRequest.BodyPublisher body(JSONRPCMessage message) {
    HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.ofByteArray(json.encode(message));
    return message instanceof JSONRPCRequest request
        ? new LeavingBody(body, request.id(), losses.events())
        : body;
  }

  void send(Exchange exchange, HttpRequest request, HttpReceiver receiver) {
    wire.send(exchange, request, receiver);
  }

  /** Waits for what the sender of an exchange waits for; giving up the wait ends the exchange. */
  Mono<Void> handed(Exchange exchange) {
    CompletableFuture<Void> handed = exchange.handed();
    return Mono.create(sink -> {
      AtomicBoolean givenUp = new AtomicBoolean();
      sink.onCancel(() -> {
        givenUp.set(true);
        handed.cancel(false);
      });
      handed.whenComplete((nothing, failure) -> {
        if (failure != null && exchanges.settle(exchange)) {
          exchange.cancel();
        }
        if (failure == null) {
          sink.success();
        } else if (!givenUp.get()) {
          sink.error(failure instanceof CancellationException ? closed() : failure);
        }
      });
    });
  }

  /** Sends a message that gets no reply; any 2xx means that it was taken. */
  Mono<Void> tell(HttpRequest request, boolean inSession) {
    Exchange exchange = exchanges.open(new Object(), Exchange.Kind.OTHER);
    exchange.handed().orTimeout(NOTIFICATION_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    Mono<Void> handed = handed(exchange);
    wire.send(exchange, request, new NotificationReceiver(this, exchange, inSession));
    return handed.onErrorMap(
        TimeoutException.class,
        e ->
            new TransportFailure(
                TransportLoss.WRITE_FAILED,
                true,
                target.display() + " did not take a notification in time",
                e));
  }

  /** A message came in, on whatever stream or in whatever body. */
  void received(JSONRPCMessage message) {
    Exchange exchange =
        message instanceof JSONRPCResponse reply ? exchanges.claim(reply.id()) : null;
    if (exchange == null) {
      deliver(message);
      return;
    }
    JSONRPCResponse reply = (JSONRPCResponse) message;
    if (exchange.isCall() && reply.error() != null && rules.meansLostSession(reply.error())) {
      ended(exchange, rules.failed(reply.error(), ""));
    } else {
      if (exchange.kind() == Exchange.Kind.HANDSHAKE) {
        handshakeListener.accept(reply);
      }
      deliver(message);
      exchange.handed().complete(null);
    }
    exchanges.release(exchange);
    exchange.cancelIn(LINGER);
    losses.settled();
  }

  private void deliver(JSONRPCMessage message) {
    Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> to = handler;
    if (to == null) {
      return;
    }
    try {
      to.apply(Mono.just(message))
          .subscribe(
              ignored -> {},
              e -> log.warn("A message of {} could not be handled", target.display(), e));
    } catch (RuntimeException e) {
      log.warn("A message of {} could not be handled", target.display(), e);
    }
  }

  /** Ends an exchange, unless it has ended before. */
  void conclude(Exchange exchange, Verdict verdict) {
    if (verdict instanceof Verdict.Replied(var messages)) {
      messages.forEach(this::received);
    } else if (exchanges.claim(exchange)) {
      ended(exchange, verdict);
      exchanges.release(exchange);
      losses.settled();
    }
  }

  /** An exchange that has been taken out of the table ends without a reply of the server. */
  private void ended(Exchange exchange, Verdict verdict) {
    switch (verdict) {
      case Verdict.Replied(var messages) -> messages.forEach(this::deliver);
      case Verdict.Failed(int code, String message) -> {
        if (exchange.isCall()) {
          deliver(JsonRpc.errorReply(exchange.id(), code, message));
        } else {
          failHanded(exchange, null, Delivery.MAYBE_EXECUTED, message);
        }
      }
      case Verdict.Lost(TransportLoss loss, Delivery delivery, String detail) -> {
        if (exchange.isCall()) {
          lostCall(exchange, loss, delivery, detail);
        } else {
          failHanded(exchange, loss, delivery, detail);
        }
      }
    }
  }

  private void lostCall(
      Exchange exchange, @Nullable TransportLoss loss, Delivery delivery, String detail) {
    if (loss != null && delivery == Delivery.NOT_SENT) {
      losses.turnedAway(exchange.id(), loss, grace(exchange), detail);
      return;
    }
    losses.exchangeLost(exchange.id(), delivery, detail);
    if (loss != null) {
      losses.lost(loss, grace(exchange), detail);
    }
  }

  private void failHanded(
      Exchange exchange, @Nullable TransportLoss loss, Delivery delivery, String detail) {
    boolean handshake = exchange.kind() == Exchange.Kind.HANDSHAKE;
    TransportLoss named =
        loss != null ? loss : handshake ? TransportLoss.UNREACHABLE : TransportLoss.WRITE_FAILED;
    exchange
        .handed()
        .completeExceptionally(
            new TransportFailure(named, delivery != Delivery.NOT_SENT, detail, null));
    if (loss != null && !handshake) {
      losses.lost(loss, grace(exchange), detail);
    }
  }

  /** Calls that were sent together with a quick refusal get about as long as that one took. */
  private static Duration grace(Exchange refused) {
    Duration twice = refused.age().multipliedBy(2);
    boolean quick = twice.compareTo(Duration.ofSeconds(1)) < 0;
    return quick && twice.compareTo(GRACE) > 0 ? twice : GRACE;
  }

  void abort(Object id) {
    losses.forget(id);
    Exchange exchange = exchanges.claim(id);
    if (exchange != null) {
      exchanges.release(exchange);
      exchange.cancel();
      losses.settled();
    }
  }

  /** Ends everything. What {@code farewell} starts gets a second, then the client is closed. */
  Mono<Void> close(Supplier<CompletableFuture<Void>> farewell) {
    return Mono.defer(() -> {
      if (closed) {
        return Mono.empty();
      }
      closed = true;
      boolean reachable = losses.failure() == null;
      losses.silence();
      exchanges.cancelAll();
      CompletableFuture<Void> said =
          reachable ? farewell.get() : CompletableFuture.completedFuture(null);
      return Mono.fromFuture(said.completeOnTimeout(null, LINGER.toMillis(), TimeUnit.MILLISECONDS))
          .onErrorComplete()
          .doFinally(signal -> wire.close());
    });
  }
}

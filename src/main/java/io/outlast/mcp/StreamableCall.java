package io.outlast.mcp;

import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import io.outlast.tool.Delivery;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One JSON-RPC request and all that is done for its reply: the POST, its event stream, and, when
 * that breaks after an event with an id, GETs that take it up again (MCP specification 2025-11-25,
 * transports, resumability and redelivery). The request itself is never sent again.
 */
final class StreamableCall implements HttpReceiver {

  /** Attempts to resume in a row that bring no new event. */
  private static final int MAX_ATTEMPTS = 5;

  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);
  private static final int INTERNAL_ERROR = -32603;

  private final StreamableHttpTransport transport;
  private final HttpConversation conversation;
  private final Exchange exchange;
  private final boolean inSession;
  private boolean resuming;
  private boolean first = true;
  private int attempts;
  private @Nullable String lastEventId;
  private @Nullable Duration retry;
  private @Nullable String garbled;

  StreamableCall(
      StreamableHttpTransport transport,
      HttpConversation conversation,
      Exchange exchange,
      boolean inSession) {
    this.transport = transport;
    this.conversation = conversation;
    this.exchange = exchange;
    this.inSession = inSession;
  }

  void start(HttpRequest post) {
    conversation.send(exchange, post, this);
  }

  @Override
  public void head(ResponseInfo info) {
    if (exchange.kind() == Exchange.Kind.HANDSHAKE && info.statusCode() / 100 == 2) {
      transport.sessionOpened(info.headers().firstValue("Mcp-Session-Id").orElse(null));
    }
    conversation.losses().settled();
  }

  @Override
  public void event(SseEvent event) {
    attempts = 0;
    for (Incoming part : conversation.json().decode(event.data())) {
      switch (part) {
        case Incoming.Message(var message) -> conversation.received(message);
        case Incoming.IdlessError(JSONRPCError error) ->
            conversation.conclude(exchange, conversation.rules().failed(error, ""));
        case Incoming.Garbled(Object id, String why) -> {
          if (event.type().equals("message")) {
            garbled = why;
          }
          if (exchange.id().equals(id)) {
            conversation.conclude(exchange, unreadable(why));
          }
        }
      }
    }
  }

  private Verdict unreadable(String why) {
    return new Verdict.Failed(
        INTERNAL_ERROR,
        "The reply of " + conversation.target().display() + " cannot be read: " + why);
  }

  @Override
  public void ended(HttpEnd end) {
    switch (end) {
      case HttpEnd.Answer answer -> conversation.conclude(exchange, judge(answer));
      case HttpEnd.StreamEnd stream -> streamEnded(stream);
      case HttpEnd.Broken(Throwable cause) -> {
        Verdict.Lost lost = conversation.rules().broken(cause, exchange.headSeen() && !resuming);
        conversation.conclude(
            exchange, resuming ? maybeExecuted(lost.loss(), lost.detail()) : lost);
      }
      case HttpEnd.Refused(TransportFailure failure) -> {
        String detail = String.valueOf(failure.getMessage());
        conversation.conclude(
            exchange,
            resuming
                ? maybeExecuted(null, detail)
                : new Verdict.Lost(failure.loss(), Delivery.NOT_SENT, detail));
      }
    }
  }

  private Verdict judge(HttpEnd.Answer answer) {
    ReplyRules rules = conversation.rules();
    if (resuming) {
      return maybeExecuted(
          null, "the reply stream broke, and taking it up again failed: " + rules.said(answer));
    }
    Verdict verdict = rules.judge(exchange, answer, inSession);
    if (exchange.kind() == Exchange.Kind.HANDSHAKE && !(verdict instanceof Verdict.Replied)) {
      TransportFailure failure = rules.handshakeFailed(answer);
      return maybeExecuted(failure.loss(), String.valueOf(failure.getMessage()));
    }
    return verdict;
  }

  private static Verdict maybeExecuted(@Nullable TransportLoss loss, String detail) {
    return new Verdict.Lost(loss, Delivery.MAYBE_EXECUTED, detail);
  }

  private void streamEnded(HttpEnd.StreamEnd end) {
    remember(end);
    if (end.cause() instanceof FrameTooLongException tooLong) {
      conversation.conclude(exchange, unreadable(String.valueOf(tooLong.getMessage())));
    } else if (lastEventId != null && attempts < MAX_ATTEMPTS) {
      resumeLater();
    } else if (garbled != null) {
      conversation.conclude(exchange, unreadable(garbled));
    } else {
      conversation.conclude(exchange, maybeExecuted(null, ending(end)));
    }
  }

  private void remember(HttpEnd.StreamEnd end) {
    String id = end.lastEventId();
    if (id != null && !id.equals(lastEventId)) {
      lastEventId = id.isEmpty() ? null : id;
      attempts = 0;
    }
    if (end.retry() != null) {
      retry = end.retry();
    }
  }

  private String ending(HttpEnd.StreamEnd end) {
    String how = end.cause() == null ? "ended" : "broke";
    String tried = lastEventId == null ? "" : ", also after " + attempts + " attempts to resume it";
    return "the reply stream of "
        + conversation.target().display()
        + " "
        + how
        + " without the reply"
        + tried;
  }

  private void resumeLater() {
    resuming = true;
    attempts++;
    long pause = pause().toMillis();
    exchange.runs(
        CompletableFuture.runAsync(
            this::resume,
            CompletableFuture.delayedExecutor(
                pause, TimeUnit.MILLISECONDS, Thread::startVirtualThread)));
  }

  /** Only the very first attempt may come at once: a server must not be able to make us spin. */
  private Duration pause() {
    Duration least = first ? Duration.ZERO : PAUSE;
    first = false;
    Duration wanted = retry != null && retry.compareTo(least) > 0 ? retry : least;
    return wanted.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : wanted;
  }

  private void resume() {
    HttpRequest get;
    try {
      get = transport.listen(lastEventId);
    } catch (IllegalArgumentException e) {
      conversation.conclude(
          exchange, maybeExecuted(null, "the reply stream broke, and its event id cannot be sent"));
      return;
    }
    conversation.send(exchange, get, this);
  }
}

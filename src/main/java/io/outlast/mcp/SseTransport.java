package io.outlast.mcp;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * HTTP with one event stream (MCP specification 2024-11-05, transports, HTTP with SSE). The stream
 * names the place for messages and carries every reply; when it ends, the connection is lost.
 */
final class SseTransport implements SupervisedTransport {

  private final HttpConversation conversation;
  private final CompletableFuture<URI> endpoint = new CompletableFuture<>();
  private volatile @Nullable Exchange handshake;

  SseTransport(HttpConversation conversation) {
    this.conversation = conversation;
  }

  @Override
  public void supervise(TransportEvents events) {
    conversation.losses().supervise(events);
  }

  @Override
  public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
    return Mono.defer(() -> {
      conversation.listen(handler);
      HttpRequest get =
          conversation
              .target()
              .request(conversation.target().uri())
              .setHeader("Accept", "text/event-stream")
              .GET()
              .build();
      Exchange stream = conversation.exchanges().open(new Object(), Exchange.Kind.OTHER);
      conversation.send(stream, get, new Stream(stream));
      return Mono.fromFuture(endpoint, true).then();
    });
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return Mono.fromFuture(endpoint, true)
        .flatMap(place -> {
          TransportFailure gone = conversation.gone();
          if (gone != null) {
            return Mono.error(gone);
          }
          HttpRequest post =
              conversation
                  .target()
                  .request(place)
                  .setHeader("Content-Type", "application/json")
                  .setHeader("Accept", "application/json, text/event-stream")
                  .POST(conversation.body(message))
                  .build();
          return message instanceof JSONRPCRequest request
              ? request(request, post)
              : conversation.tell(post, true);
        });
  }

  private Mono<Void> request(JSONRPCRequest request, HttpRequest post) {
    Exchange exchange = conversation.exchanges().open(request.id(), Exchange.Kind.of(request));
    Mono<Void> handed = Mono.empty();
    if (exchange.kind() == Exchange.Kind.HANDSHAKE) {
      handshake = exchange;
      handed = conversation.handed(exchange);
    }
    conversation.send(exchange, post, new SsePost(conversation, exchange));
    return handed;
  }

  @Override
  public void abort(Object requestId) {
    conversation.abort(requestId);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return conversation.close(() -> {
      endpoint.cancel(false);
      return CompletableFuture.completedFuture(null);
    });
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return conversation.json().convert(data, type);
  }

  @Override
  public List<String> protocolVersions() {
    return HttpTransports.PROTOCOL_VERSIONS;
  }

  /** The one stream of the connection. */
  private final class Stream implements HttpReceiver {

    private final Exchange exchange;

    Stream(Exchange exchange) {
      this.exchange = exchange;
    }

    @Override
    public void event(SseEvent event) {
      if (event.type().equals("endpoint")) {
        endpoint(event.data());
        return;
      }
      for (Incoming part : conversation.json().decode(event.data())) {
        if (part instanceof Incoming.Message(var message)) {
          conversation.received(message);
        }
      }
    }

    private void endpoint(String reference) {
      try {
        endpoint.complete(
            OriginGuard.resolve(conversation.target().uri(), reference, "The endpoint event"));
      } catch (TransportFailure e) {
        over(e);
        exchange.cancel();
      }
    }

    @Override
    public void ended(HttpEnd end) {
      conversation.exchanges().settle(exchange);
      over(
          switch (end) {
            case HttpEnd.Answer answer -> conversation.rules().handshakeFailed(answer);
            case HttpEnd.Refused(TransportFailure failure) -> failure;
            case HttpEnd.Broken(Throwable cause) -> broken(cause);
            case HttpEnd.StreamEnd stream -> closed(stream);
          });
    }

    private TransportFailure broken(Throwable cause) {
      Verdict.Lost lost = conversation.rules().broken(cause, exchange.headSeen());
      TransportLoss loss = lost.loss() == null ? TransportLoss.STREAM_CLOSED : lost.loss();
      return new TransportFailure(loss, false, lost.detail(), cause);
    }

    private TransportFailure closed(HttpEnd.StreamEnd stream) {
      String place = conversation.target().display();
      if (stream.cause() instanceof FrameTooLongException tooLong) {
        return new TransportFailure(
            TransportLoss.FRAME_TOO_LONG, true, place + " sent " + tooLong.getMessage(), tooLong);
      }
      return new TransportFailure(
          TransportLoss.STREAM_CLOSED, true, place + " ended its event stream", stream.cause());
    }

    private void over(TransportFailure failure) {
      Exchange first = handshake;
      boolean connecting = endpoint.completeExceptionally(failure);
      boolean greeting = first != null && conversation.exchanges().settle(first);
      if (first != null && greeting) {
        first.handed().completeExceptionally(failure);
      }
      if (!connecting && !greeting) {
        conversation
            .losses()
            .lost(failure.loss(), Duration.ZERO, String.valueOf(failure.getMessage()));
      }
    }
  }
}

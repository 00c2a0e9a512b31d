package io.outlast.mcp;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Streamable HTTP (MCP specification 2025-03-26 to 2025-11-25, transports). Each message is a POST
 * of its own, so a broken exchange concerns its own request only.
 *
 * <p>A request counts as handed over once its POST is under way; what becomes of it is told by the
 * reply or by {@link TransportEvents}. The {@code initialize} request is the exception: its sender
 * hears of the reply or the failure. A notification counts as handed over when the server answers
 * 2xx.
 */
final class StreamableHttpTransport implements SupervisedTransport {

  private static final String SESSION_ID = "Mcp-Session-Id";
  private static final String PROTOCOL_VERSION = "MCP-Protocol-Version";

  private final HttpConversation conversation;
  private final ListeningStream listening;
  private volatile @Nullable String sessionId;
  private volatile @Nullable String protocolVersion;

  StreamableHttpTransport(HttpConversation conversation) {
    this.conversation = conversation;
    this.listening = new ListeningStream(conversation, this::listen);
    conversation.onHandshake(this::negotiated);
  }

  @Override
  public void supervise(TransportEvents events) {
    conversation.losses().supervise(events);
  }

  @Override
  public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
    return Mono.fromRunnable(() -> conversation.listen(handler));
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return Mono.defer(() -> {
      TransportFailure gone = conversation.gone();
      if (gone != null) {
        return Mono.error(gone);
      }
      if (message instanceof JSONRPCRequest request) {
        return request(request);
      }
      Mono<Void> told = conversation.tell(post(message), sessionId != null);
      boolean initialized =
          message instanceof JSONRPCNotification notification
              && McpSchema.METHOD_NOTIFICATION_INITIALIZED.equals(notification.method());
      return initialized ? told.doOnSuccess(nothing -> listening.open()) : told;
    });
  }

  private Mono<Void> request(JSONRPCRequest request) {
    HttpRequest post = post(request);
    Exchange exchange = conversation.exchanges().open(request.id(), Exchange.Kind.of(request));
    Mono<Void> handed =
        exchange.kind() == Exchange.Kind.HANDSHAKE ? conversation.handed(exchange) : Mono.empty();
    new StreamableCall(this, conversation, exchange, sessionId != null).start(post);
    return handed;
  }

  private HttpRequest post(JSONRPCMessage message) {
    return inSession()
        .setHeader("Content-Type", "application/json")
        .setHeader("Accept", "application/json, text/event-stream")
        .POST(conversation.body(message))
        .build();
  }

  /**
   * The GET that opens a stream, or takes one up after an event.
   *
   * @throws IllegalArgumentException when the event id cannot be a header
   */
  HttpRequest listen(@Nullable String lastEventId) {
    HttpRequest.Builder get = inSession().setHeader("Accept", "text/event-stream").GET();
    if (lastEventId != null) {
      get.setHeader("Last-Event-ID", lastEventId);
    }
    return get.build();
  }

  private HttpRequest.Builder inSession() {
    HttpRequest.Builder request = conversation.target().request(conversation.target().uri());
    String id = sessionId;
    if (id != null) {
      request.setHeader(SESSION_ID, id);
    }
    String version = protocolVersion;
    if (version != null) {
      request.setHeader(PROTOCOL_VERSION, version);
    }
    return request;
  }

  /** The server answered {@code initialize}, with a session or without one. */
  void sessionOpened(@Nullable String id) {
    sessionId = id;
  }

  private void negotiated(JSONRPCResponse reply) {
    if (reply.result() instanceof Map<?, ?> result
        && result.get("protocolVersion") instanceof String version) {
      protocolVersion = version;
    }
  }

  @Override
  public void abort(Object requestId) {
    conversation.abort(requestId);
  }

  @Override
  public Mono<Void> closeGracefully() {
    return conversation.close(this::endSession);
  }

  private CompletableFuture<Void> endSession() {
    if (sessionId == null) {
      return CompletableFuture.completedFuture(null);
    }
    CompletableFuture<Void> ended = new CompletableFuture<>();
    HttpRequest delete = inSession().DELETE().build();
    conversation.send(
        new Exchange(new Object(), Exchange.Kind.OTHER), delete, end -> ended.complete(null));
    return ended;
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return conversation.json().convert(data, type);
  }

  @Override
  public List<String> protocolVersions() {
    return HttpTransports.PROTOCOL_VERSIONS;
  }
}

package io.outlast.mcp;

import static org.awaitility.Awaitility.await;

import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.outlast.tool.Delivery;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Keeps in order what a transport tells: messages, lost exchanges, the loss. */
final class RecordedEvents implements TransportEvents {

  record ExchangeLost(Object id, Delivery delivery, String detail) {}

  record Lost(TransportLoss loss, String detail) {}

  final List<Object> all = new CopyOnWriteArrayList<>();

  @Override
  public Runnable leaving(Object requestId) {
    return () -> {};
  }

  @Override
  public void lost(TransportLoss loss, String detail) {
    all.add(new Lost(loss, detail));
  }

  @Override
  public void exchangeLost(Object requestId, Delivery delivery, String detail) {
    all.add(new ExchangeLost(requestId, delivery, detail));
  }

  Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler() {
    return mono -> mono.doOnNext(all::add);
  }

  <T> List<T> of(Class<T> type) {
    return all.stream().filter(type::isInstance).map(type::cast).toList();
  }

  <T> T first(Class<T> type) {
    await()
        .pollInterval(Duration.ofMillis(5))
        .atMost(Duration.ofSeconds(10))
        .until(() -> !of(type).isEmpty());
    return of(type).getFirst();
  }

  JSONRPCResponse reply(Object id) {
    await()
        .pollInterval(Duration.ofMillis(5))
        .atMost(Duration.ofSeconds(10))
        .until(() -> find(id) != null);
    JSONRPCResponse reply = find(id);
    if (reply == null) {
      throw new AssertionError("no reply to " + id);
    }
    return reply;
  }

  private @Nullable JSONRPCResponse find(Object id) {
    return of(JSONRPCResponse.class).stream()
        .filter(reply -> reply.id().equals(id))
        .findFirst()
        .orElse(null);
  }
}

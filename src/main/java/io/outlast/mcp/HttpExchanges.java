package io.outlast.mcp;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The exchanges of one transport by JSON-RPC id. Whoever takes an exchange out decides how it ends,
 * so a reply, a loss and an abort never happen to the same one. Thread-safe.
 */
final class HttpExchanges {

  private final Map<Object, Exchange> open = new ConcurrentHashMap<>();

  Exchange open(Object id, Exchange.Kind kind) {
    Exchange exchange = new Exchange(id, kind);
    open.put(id, exchange);
    return exchange;
  }

  /** Takes this exchange out; false when that has been done before. */
  boolean settle(Exchange exchange) {
    return open.remove(exchange.id(), exchange);
  }

  /** Takes the exchange of this id out. */
  @Nullable Exchange take(Object id) {
    return open.remove(id);
  }

  /** Whether a call waits for the first byte of its answer. */
  boolean anyCallUnanswered() {
    return open.values().stream()
        .anyMatch(exchange -> exchange.kind() == Exchange.Kind.CALL && !exchange.headSeen());
  }

  int size() {
    return open.size();
  }

  void cancelAll() {
    for (Exchange exchange : open.values()) {
      if (settle(exchange)) {
        exchange.cancel();
      }
    }
  }
}

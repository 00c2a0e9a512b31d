package io.outlast.mcp;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The exchanges of one transport by JSON-RPC id. Whoever claims an exchange decides how it ends, so
 * a reply, a loss and an abort never happen to the same one. Thread-safe.
 */
final class HttpExchanges {

  private final Map<Object, Exchange> open = new ConcurrentHashMap<>();

  Exchange open(Object id, Exchange.Kind kind) {
    Exchange exchange = new Exchange(id, kind);
    open.put(id, exchange);
    return exchange;
  }

  /**
   * Decides that the caller is the one to end this exchange; false when another was first. It stays
   * in the table until {@link #release}, so that nobody takes the table for empty meanwhile.
   */
  boolean claim(Exchange exchange) {
    return exchange.claim();
  }

  /** Claims the exchange of this id; null when there is none, or none to be had. */
  @Nullable Exchange claim(Object id) {
    Exchange exchange = open.get(id);
    return exchange != null && exchange.claim() ? exchange : null;
  }

  void release(Exchange exchange) {
    open.remove(exchange.id(), exchange);
  }

  /** Claims and releases; false when another was first. */
  boolean settle(Exchange exchange) {
    boolean first = exchange.claim();
    if (first) {
      release(exchange);
    }
    return first;
  }

  /** Whether a call waits to learn if the server takes it. */
  boolean anyCallUnanswered() {
    return open.values().stream().anyMatch(exchange -> exchange.isCall() && !exchange.accepted());
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

package io.outlast.mcp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The requests in flight on one connection, by id and by progress token, and the ids of those given
 * up, to tell a late reply from a stray one. Ids compare as text: some servers send a number back
 * as a string. Thread-safe; whoever takes an entry out settles it.
 */
final class RequestTable {

  private static final int REMEMBERED = 4096;

  /**
   * @param pending null for {@code initialize}, which the SDK sends by itself
   */
  record Entry(Object id, String method, @Nullable PendingRequest pending) {}

  private final Map<String, Entry> byId = new ConcurrentHashMap<>();
  private final Map<String, Entry> byToken = new ConcurrentHashMap<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Boolean> givenUp =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
          return size() > REMEMBERED;
        }
      };

  void put(Entry entry) {
    byId.put(key(entry.id()), entry);
    String token = token(entry);
    if (token != null) {
      byToken.put(token, entry);
    }
  }

  @Nullable Entry find(Object id) {
    return byId.get(key(id));
  }

  @Nullable Entry take(Object id) {
    Entry entry = byId.remove(key(id));
    String token = entry == null ? null : token(entry);
    if (token != null) {
      byToken.remove(token);
    }
    return entry;
  }

  /** The same, and a reply to it will be known as late. */
  @Nullable Entry giveUp(Object id) {
    lock.lock();
    try {
      givenUp.put(key(id), Boolean.TRUE);
    } finally {
      lock.unlock();
    }
    return take(id);
  }

  /** Whether this id was given up; asked once per id. */
  boolean wasGivenUp(Object id) {
    lock.lock();
    try {
      return givenUp.remove(key(id)) != null;
    } finally {
      lock.unlock();
    }
  }

  @Nullable PendingRequest byToken(Object token) {
    Entry entry = byToken.get(key(token));
    return entry == null ? null : entry.pending();
  }

  List<Object> ids() {
    return byId.values().stream().map(Entry::id).toList();
  }

  List<PendingRequest> pending(String method) {
    return byId.values().stream()
        .filter(entry -> entry.method().equals(method))
        .map(Entry::pending)
        .filter(Objects::nonNull)
        .toList();
  }

  private static @Nullable String token(Entry entry) {
    return entry.pending() == null ? null : entry.pending().progressToken();
  }

  private static String key(Object id) {
    return String.valueOf(id);
  }
}

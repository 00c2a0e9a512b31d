package io.outlast.mcp;

import io.outlast.control.Deadline;
import io.outlast.control.Ticker;
import io.outlast.tool.Delivery;
import io.outlast.tool.ToolListener;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One request of ours from before it has an id until it is settled or given up. It travels to
 * {@link GuardedTransport} in the Reactor context, where the SDK's request of the same method is
 * bound to it; an implicit {@code initialize} flows through the same context and is not. Bound, it
 * is still held by the transport, which asks before its first byte leaves: until then it is known
 * not to have been sent. Thread-safe.
 */
final class PendingRequest {

  /** Its key in the Reactor context. */
  static final String KEY = "outlast.request";

  private enum Phase {
    NEW,
    BOUND,
    SENT,
    DONE
  }

  private final String method;
  private final @Nullable String progressToken;
  private final Deadline deadline;
  private final ToolListener listener;
  private final CompletableFuture<Answer> answer = new CompletableFuture<>();
  private final CompletableFuture<Void> left = new CompletableFuture<>();
  private final ReentrantLock lock = new ReentrantLock();
  private Phase phase = Phase.NEW;
  private volatile Delivery delivery = Delivery.NOT_SENT;
  private volatile @Nullable Object id;
  private volatile long sentAtNanos;

  PendingRequest(
      String method, @Nullable String progressToken, Deadline deadline, ToolListener listener) {
    this.method = method;
    this.progressToken = progressToken;
    this.deadline = deadline;
    this.listener = listener;
  }

  /** A request that reports nothing and whose limit is its asker's affair. */
  static PendingRequest plain(String method) {
    return new PendingRequest(method, null, Deadline.never(), ToolListener.NONE);
  }

  String method() {
    return method;
  }

  @Nullable String progressToken() {
    return progressToken;
  }

  Deadline deadline() {
    return deadline;
  }

  /** When it was bound, then when it left, in the system ticker's time; meaningless before. */
  long sentAtNanos() {
    return sentAtNanos;
  }

  ToolListener listener() {
    return listener;
  }

  /** Completes, never exceptionally, unless the request is given up first. */
  CompletableFuture<Answer> answer() {
    return answer;
  }

  Delivery delivery() {
    return delivery;
  }

  /** Its JSON-RPC id; null before it is sent. */
  @Nullable Object id() {
    return id;
  }

  /** Completes when all of it is on its way: a cancel sent earlier could overtake it. */
  CompletableFuture<Void> left() {
    return left;
  }

  /** Binds it to its id, just before it is handed over; false when it was given up meanwhile. */
  boolean bind(Object requestId) {
    lock.lock();
    try {
      if (phase != Phase.NEW) {
        return false;
      }
      phase = Phase.BOUND;
      id = requestId;
      sentAtNanos = Ticker.SYSTEM.nanos();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** What {@link #leave} met. */
  enum Leave {
    FIRST,
    AGAIN,
    REFUSED
  }

  /** Its first byte is about to leave the transport; refused when it was given up meanwhile. */
  Leave leave() {
    lock.lock();
    try {
      return switch (phase) {
        case NEW, DONE -> Leave.REFUSED;
        case SENT -> Leave.AGAIN;
        case BOUND -> {
          phase = Phase.SENT;
          sentAtNanos = Ticker.SYSTEM.nanos();
          delivery = Delivery.MAYBE_EXECUTED;
          yield Leave.FIRST;
        }
      };
    } finally {
      lock.unlock();
    }
  }

  /** Settles it; false when it is settled or given up already. */
  boolean settle(Answer with) {
    Answer known;
    lock.lock();
    try {
      if (phase == Phase.DONE) {
        return false;
      }
      known = phase == Phase.BOUND && with instanceof Answer.Lost lost ? lost.unsent() : with;
      phase = Phase.DONE;
      delivery =
          switch (known) {
            case Answer.Result r -> Delivery.EXECUTED;
            case Answer.Failure f -> Delivery.EXECUTED;
            case Answer.Lost lost -> lost.delivery();
          };
    } finally {
      lock.unlock();
    }
    answer.complete(known);
    return true;
  }

  /** What {@link #giveUp} met. */
  enum GivenUp {
    UNBOUND,
    HELD,
    IN_FLIGHT,
    TOO_LATE
  }

  GivenUp giveUp() {
    lock.lock();
    try {
      Phase met = phase;
      phase = Phase.DONE;
      return switch (met) {
        case NEW -> GivenUp.UNBOUND;
        case BOUND -> GivenUp.HELD;
        case SENT -> GivenUp.IN_FLIGHT;
        case DONE -> GivenUp.TOO_LATE;
      };
    } finally {
      lock.unlock();
    }
  }
}

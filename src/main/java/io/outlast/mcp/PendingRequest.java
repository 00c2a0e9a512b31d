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
 * bound to it; an implicit {@code initialize} flows through the same context and is not.
 * Thread-safe.
 */
final class PendingRequest {

  /** Its key in the Reactor context. */
  static final String KEY = "outlast.request";

  private enum Phase {
    NEW,
    SENT,
    DONE
  }

  private final String method;
  private final @Nullable String progressToken;
  private final Deadline deadline;
  private final ToolListener listener;
  private final CompletableFuture<Answer> answer = new CompletableFuture<>();
  private final CompletableFuture<Void> handedOver = new CompletableFuture<>();
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

  /** When it was sent, in the system ticker's time; meaningless before. */
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

  /** Completes when the transport has taken it: a cancel sent earlier could overtake it. */
  CompletableFuture<Void> handedOver() {
    return handedOver;
  }

  /** Binds it to its id, just before it is handed over; false when it was given up meanwhile. */
  boolean sending(Object requestId) {
    lock.lock();
    try {
      if (phase != Phase.NEW) {
        return false;
      }
      phase = Phase.SENT;
      id = requestId;
      sentAtNanos = Ticker.SYSTEM.nanos();
      delivery = Delivery.MAYBE_EXECUTED;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Settles it; false when it is settled or given up already. */
  boolean settle(Answer with) {
    lock.lock();
    try {
      if (phase == Phase.DONE) {
        return false;
      }
      phase = Phase.DONE;
      delivery =
          switch (with) {
            case Answer.Result r -> Delivery.EXECUTED;
            case Answer.Failure f -> Delivery.EXECUTED;
            case Answer.Lost lost -> lost.delivery();
          };
    } finally {
      lock.unlock();
    }
    answer.complete(with);
    return true;
  }

  /** What {@link #giveUp} met. */
  enum GivenUp {
    BEFORE_SENDING,
    IN_FLIGHT,
    TOO_LATE
  }

  GivenUp giveUp() {
    lock.lock();
    try {
      Phase met = phase;
      phase = Phase.DONE;
      return switch (met) {
        case NEW -> GivenUp.BEFORE_SENDING;
        case SENT -> GivenUp.IN_FLIGHT;
        case DONE -> GivenUp.TOO_LATE;
      };
    } finally {
      lock.unlock();
    }
  }
}

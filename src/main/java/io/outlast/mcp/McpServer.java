package io.outlast.mcp;

import io.outlast.control.Ticker;
import io.outlast.mcp.ConnectionState.Backoff;
import io.outlast.mcp.ConnectionState.Closed;
import io.outlast.mcp.ConnectionState.Connecting;
import io.outlast.settings.McpServerSettings;
import io.outlast.tool.ToolSource.MissingServer;
import io.outlast.tool.ToolSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Supervises the connection to one server: makes it, hands it to callers, replaces it once when it
 * is lost, tries again in the background while it is down. Thread-safe.
 *
 * <p>The lock is held for bookkeeping only, never while connecting, closing or waiting. What comes
 * from an older generation changes nothing.
 */
final class McpServer implements ConnectAttempt.Owner {

  private static final Logger log = LoggerFactory.getLogger(McpServer.class);
  private static final Duration COALESCE = Duration.ofMillis(200);

  /** A connection in use, with what is thought of it. */
  private record InUse(
      McpConnection connection, Suspicion suspicion, CompletableFuture<Boolean> replaced) {}

  /** What there is to show at one moment. */
  record Snapshot(
      ConnectionState state,
      long generation,
      int restarts,
      @Nullable McpConnection connection,
      McpServerView.@Nullable LastError lastError) {}

  private final String name;
  private final McpServerSettings settings;
  private final ServerSurroundings around;
  private final CallSlots slots;
  private final ConnectionOpener opener;
  private final Coalesced refresh;
  private final Closings closings;
  private final Outage outage = new Outage();
  private final ServerOffer offer;
  private final CompletableFuture<Boolean> tried = new CompletableFuture<>();
  private final ReentrantLock lock = new ReentrantLock();
  private ConnectionState state;
  private @Nullable ConnectAttempt attempt;
  private volatile @Nullable InUse inUse;
  private @Nullable ScheduledFuture<?> wakeUp;
  private long generations;
  private long announced;
  private int connections;

  McpServer(String name, McpServerSettings settings, ServerSurroundings around) {
    this.name = name;
    this.settings = settings;
    this.around = around;
    this.slots = new CallSlots(settings.maxConcurrentCalls());
    this.opener = new ConnectionOpener(name, settings, around);
    this.refresh = new Coalesced(around.timer(), COALESCE, this::listAgain);
    this.closings = new Closings(name);
    this.offer = new ServerOffer(name, around.toolsChanged());
    this.state = new Backoff(now(), 1, now(), "it is not started yet", 0);
  }

  String name() {
    return name;
  }

  boolean required() {
    return settings.required();
  }

  CallSlots slots() {
    return slots;
  }

  ServerOffer offer() {
    return offer;
  }

  /** Completes when the first attempt to connect has ended, however it did. */
  CompletableFuture<Boolean> tried() {
    return tried;
  }

  /** Empty while it is usable, and while a first attempt or a restart is under way. */
  Optional<MissingServer> whyDown() {
    lock.lock();
    try {
      boolean hopeful = state instanceof Connecting && !outage.notConnecting();
      return state.usable() || hopeful
          ? Optional.empty()
          : Optional.of(new MissingServer(name, outage.down(state).cause()));
    } finally {
      lock.unlock();
    }
  }

  /** Makes a fresh connection in the background, the first one or in place of what there is. */
  void restart(String why) {
    lock.lock();
    try {
      begin(why);
    } finally {
      lock.unlock();
    }
  }

  /**
   * The connection to use. Waits for one that is being made, within the caller's limits.
   *
   * @param gone generation that the caller has met dead, though it may not be reported yet; or 0
   */
  Acquired acquire(Waiting waiting, long gone) {
    boolean waited = false;
    while (true) {
      CompletableFuture<Boolean> next;
      lock.lock();
      try {
        noticeLoss();
        InUse used = inUse;
        ConnectAttempt connecting = attempt;
        if (used != null) {
          next = unsettled(used, gone);
          if (next == null) {
            return use(used.connection(), waited);
          }
        } else if (connecting != null) {
          next = connecting.over();
          waited = true;
        } else {
          return outage.down(state);
        }
      } finally {
        lock.unlock();
      }
      if (!waiting.until(next)) {
        return new Acquired.OutOfTime();
      }
    }
  }

  /** What a caller has to wait for before it may use the connection; null when nothing. */
  private static @Nullable CompletableFuture<Boolean> unsettled(InUse used, long gone) {
    return used.connection().generation() == gone
        ? used.replaced()
        : used.suspicion().openVerdict();
  }

  private Acquired.Usable use(McpConnection connection, boolean waited) {
    boolean first = announced < connection.generation();
    announced = connection.generation();
    return new Acquired.Usable(connection, connections > 1 && (waited || first));
  }

  /** A caller may come between the loss of a connection and the report of it. */
  private void noticeLoss() {
    InUse used = inUse;
    GuardedTransport.Loss loss = used == null ? null : used.connection().loss();
    if (used != null && loss != null) {
      McpConnection lost = used.connection();
      down(lost.generation(), loss.kind(), loss.detail(), lost.lastLines());
    }
  }

  private void begin(String why) {
    if (state instanceof Closed) {
      return;
    }
    endWhatThereIs(why);
    ConnectAttempt next = new ConnectAttempt(++generations);
    apply(new ConnectionEvent.Begin(next.generation()));
    attempt = next;
    closings.await(next.ended());
    next.ended().thenAccept(tried::complete);
    next.start(opener, new Generation(this, next.generation()), this);
  }

  private void endWhatThereIs(String why) {
    if (wakeUp != null) {
      wakeUp.cancel(false);
      wakeUp = null;
    }
    InUse used = inUse;
    if (used != null) {
      closings.dispose(used.connection(), why);
      inUse = null;
      used.replaced().complete(true);
      used.suspicion().over();
    }
    if (attempt != null) {
      attempt.replace(closings, why);
      attempt = null;
    }
  }

  @Override
  public void connected(ConnectAttempt mine, McpConnection made, List<ToolSpec> offered) {
    Suspicion suspicion =
        new Suspicion(made, around.timer(), Ticker.SYSTEM, new Generation(this, mine.generation()));
    lock.lock();
    try {
      if (attempt != mine) {
        closings.dispose(made, "it was replaced while it was made");
        return;
      }
      // On offer before it is seen as ready.
      offer.replace(made.generation(), offered);
      apply(new ConnectionEvent.Connected(mine.generation()));
      attempt = null;
      inUse = new InUse(made, suspicion, new CompletableFuture<>());
      outage.over();
      connections++;
      if (connections > 1) {
        around.meters().reconnects(name).increment();
      }
      log.info("{}: ready, generation {}, {} tools", name, mine.generation(), offered.size());
    } finally {
      lock.unlock();
    }
    suspicion.learn();
  }

  @Override
  public void failed(ConnectAttempt mine, ConnectFailure failure, List<String> lastLines) {
    lock.lock();
    try {
      down(mine.generation(), failure.loss(), failure.reason(), lastLines);
    } finally {
      lock.unlock();
    }
  }

  /** Under the lock. */
  private void down(long generation, TransportLoss loss, String cause, List<String> lastLines) {
    Long current = state.current();
    if (current == null || current != generation) {
      return;
    }
    String reason = around.masker().apply(cause);
    outage.trouble(reason, now(), lastLines, state instanceof Connecting);
    boolean hopeless = loss == TransportLoss.UNAUTHORIZED || loss == TransportLoss.MISCONFIGURED;
    apply(
        hopeless
            ? new ConnectionEvent.Refused(generation, reason)
            : new ConnectionEvent.Down(generation, reason));
    endWhatThereIs(reason);
    if (!(state instanceof Backoff backoff)) {
      log.error("{}: {}; it is not tried again before a restart is asked for", name, reason);
      return;
    }
    Duration wait = Duration.between(now(), backoff.nextAttemptAt());
    if (wait.isPositive()) {
      log.warn("{}: down ({}); next attempt at {}", name, reason, backoff.nextAttemptAt());
      wakeUp = around.timer().schedule(this::wake, wait.toMillis(), TimeUnit.MILLISECONDS);
    } else {
      log.warn("{}: lost ({}); it is restarted now", name, reason);
      begin(reason);
    }
  }

  private void wake() {
    lock.lock();
    try {
      if (state instanceof Backoff) {
        begin("trying again");
      }
    } finally {
      lock.unlock();
    }
  }

  private void apply(ConnectionEvent event) {
    state = ConnectionTransitions.next(state, event, now(), this::delay);
  }

  private Duration delay(int attemptNumber) {
    double random = ThreadLocalRandom.current().nextDouble();
    return BackoffDelay.of(settings.restart(), attemptNumber, random);
  }

  private void listAgain() {
    InUse used = inUse;
    if (used != null) {
      offer.listAgain(opener, used.connection());
    }
  }

  Snapshot snapshot() {
    lock.lock();
    try {
      InUse used = inUse;
      McpConnection shown = used == null ? null : used.connection();
      if (shown == null && attempt != null) {
        shown = attempt.made();
      }
      int restarts = Math.max(0, connections - 1);
      return new Snapshot(state, generations, restarts, shown, outage.last());
    } finally {
      lock.unlock();
    }
  }

  McpServerView view(List<ToolSpec> offered) {
    return ServerViews.of(name, settings, snapshot(), offered);
  }

  /** Ends everything; completes when nothing of it is left. */
  CompletableFuture<?> close() {
    lock.lock();
    try {
      apply(new ConnectionEvent.Close());
      endWhatThereIs("the service stops");
    } finally {
      lock.unlock();
    }
    tried.complete(false);
    return closings.whenDone();
  }

  private Instant now() {
    return around.clock().instant();
  }

  /** Something was heard that may mean that the connection in use is lost. */
  void check() {
    lock.lock();
    try {
      noticeLoss();
    } finally {
      lock.unlock();
    }
  }

  void toolsMayHaveChanged() {
    refresh.request();
  }

  /** What is thought of a generation; null when it is not the one in use. */
  @Nullable Suspicion suspicion(long generation) {
    InUse used = inUse;
    return used != null && used.connection().generation() == generation ? used.suspicion() : null;
  }

  void enter(ConnectionEvent event) {
    lock.lock();
    try {
      apply(event);
    } finally {
      lock.unlock();
    }
  }
}

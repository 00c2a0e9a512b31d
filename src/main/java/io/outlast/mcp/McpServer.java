package io.outlast.mcp;

import io.micrometer.core.instrument.Counter;
import io.outlast.control.Ticker;
import io.outlast.mcp.ConnectionState.Failed;
import io.outlast.settings.McpServerSettings;
import io.outlast.tool.ToolSource.MissingServer;
import io.outlast.tool.ToolSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Supervises the connection to one server: makes it, hands it to callers, replaces it once when it
 * is lost, tries again in the background while it is down. Thread-safe.
 *
 * <p>The lock is held for bookkeeping only, never while connecting, closing or waiting. What comes
 * from an older generation changes nothing.
 */
final class McpServer implements ConnectAttempt.Owner {

  private static final Duration COALESCE = Duration.ofMillis(200);

  /** How often it is looked whether what was refused has another configuration now. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);

  private final String name;
  private final McpServerSettings settings;
  private final ServerSurroundings around;
  private final CallSlots slots;
  private final ConnectionOpener opener;
  private final Coalesced refresh;
  private final Closings closings;
  private final Standing standing;
  private final WakeUp wakeUp;
  private final ServerOffer offer;
  private final CompletableFuture<Boolean> tried = new CompletableFuture<>();
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable ConnectAttempt attempt;
  private volatile @Nullable ConnectionInUse inUse;
  private long generations;
  private long announced;

  McpServer(String name, McpServerSettings settings, ServerSurroundings around) {
    this.name = name;
    this.settings = settings;
    this.around = around;
    this.slots = new CallSlots(settings.maxConcurrentCalls());
    this.opener = new ConnectionOpener(name, settings, around);
    this.refresh = new Coalesced(around.timer(), COALESCE, this::listAgain);
    this.closings = new Closings(name);
    this.offer = new ServerOffer(name, around.toolsChanged());
    this.wakeUp = new WakeUp(around.timer());
    this.standing = new Standing(name, settings.restart(), around.clock());
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
      return standing.hopeful()
          ? Optional.empty()
          : Optional.of(new MissingServer(name, standing.down().cause()));
    } finally {
      lock.unlock();
    }
  }

  /** Makes a fresh connection in the background, the first one or in place of what there is. */
  void restart(String why) {
    locked(() -> begin(why));
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
        ConnectionInUse used = inUse;
        ConnectAttempt connecting = attempt;
        if (used != null) {
          next = used.unsettled(gone);
          if (next == null) {
            return use(used.connection(), waited);
          }
        } else if (connecting != null) {
          next = connecting.over();
          waited = true;
        } else {
          return standing.down();
        }
      } finally {
        lock.unlock();
      }
      if (!waiting.until(next)) {
        return new Acquired.OutOfTime();
      }
    }
  }

  private Acquired.Usable use(McpConnection connection, boolean waited) {
    boolean first = announced < connection.generation();
    announced = connection.generation();
    return new Acquired.Usable(connection, standing.connections() > 1 && (waited || first));
  }

  /** A caller may come between the loss of a connection and the report of it. */
  private void noticeLoss() {
    ConnectionInUse used = inUse;
    GuardedTransport.Loss loss = used == null ? null : used.connection().loss();
    if (used != null && loss != null) {
      McpConnection lost = used.connection();
      down(lost.generation(), loss.kind(), loss.detail(), lost.lastLines());
    }
  }

  private void begin(String why) {
    if (standing.isClosed()) {
      return;
    }
    endWhatThereIs(why);
    ConnectAttempt next = new ConnectAttempt(++generations);
    standing.enter(new ConnectionEvent.Begin(next.generation(), why));
    attempt = next;
    closings.await(next.ended());
    next.ended().thenAccept(tried::complete);
    next.start(opener, new Generation(this, next.generation()), this);
  }

  private void endWhatThereIs(String why) {
    wakeUp.cancel();
    ConnectionInUse used = inUse;
    if (used != null) {
      inUse = null;
      used.retire(closings, why);
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
      attempt = null;
      inUse = new ConnectionInUse(made, suspicion);
      // Made with the first connection, so that the second one is seen as a rise.
      Counter reconnects = around.meters().reconnects(name);
      if (standing.connected(mine.generation()) > 1) {
        reconnects.increment();
      }
      // It may have been lost before it was in use, when nobody would have minded.
      noticeLoss();
    } finally {
      lock.unlock();
    }
    suspicion.learn();
  }

  @Override
  public void failed(ConnectAttempt mine, ConnectFailure failure, List<String> lastLines) {
    locked(() -> down(mine.generation(), failure.loss(), failure.reason(), lastLines));
  }

  private void locked(Runnable bookkeeping) {
    lock.lock();
    try {
      bookkeeping.run();
    } finally {
      lock.unlock();
    }
  }

  /** Under the lock. */
  private void down(long generation, TransportLoss loss, String cause, List<String> lastLines) {
    if (!standing.concerns(generation)) {
      return;
    }
    String reason = around.masker().apply(cause);
    standing.down(generation, loss, reason, lastLines);
    endWhatThereIs(reason);
    Duration wait = standing.untilNextAttempt();
    if (wait == null) {
      wakeUp.in(LOOK_AGAIN, this::lookAgain);
    } else if (wait.isPositive()) {
      wakeUp.in(wait, () -> beginIn(ConnectionState.Backoff.class, "trying again"));
    } else {
      begin(reason);
    }
  }

  private void beginIn(Class<? extends ConnectionState> expected, String why) {
    locked(() -> {
      if (expected.isInstance(standing.state())) {
        begin(why);
      }
    });
  }

  /** Reads files, so not under the lock. */
  private void lookAgain() {
    if (around.transports().wouldDiffer(name, settings)) {
      beginIn(Failed.class, "its configuration has changed");
      return;
    }
    locked(() -> {
      if (standing.state() instanceof Failed) {
        wakeUp.in(LOOK_AGAIN, this::lookAgain);
      }
    });
  }

  private void listAgain() {
    ConnectionInUse used = inUse;
    if (used != null) {
      offer.listAgain(opener, used.connection());
    }
  }

  ServerSnapshot snapshot() {
    lock.lock();
    try {
      ConnectionInUse used = inUse;
      McpConnection shown = used == null ? null : used.connection();
      if (shown == null && attempt != null) {
        shown = attempt.made();
      }
      int restarts = Math.max(0, standing.connections() - 1);
      return new ServerSnapshot(
          standing.state(), generations, restarts, shown, standing.lastError());
    } finally {
      lock.unlock();
    }
  }

  McpServerView view(List<ToolSpec> offered) {
    return ServerViews.of(name, settings, snapshot(), offered);
  }

  /** Pings the connection in use; completes within 5 s, at once when there is none. */
  CompletableFuture<?> ping() {
    ConnectionInUse used = inUse;
    return used == null ? CompletableFuture.completedFuture(false) : used.suspicion().learn();
  }

  /** Ends everything; completes when nothing of it is left. */
  CompletableFuture<?> close() {
    locked(() -> {
      standing.enter(new ConnectionEvent.Close());
      endWhatThereIs("the service stops");
    });
    tried.complete(false);
    return closings.whenDone();
  }

  /** Something was heard that may mean that the connection in use is lost. */
  void check() {
    locked(this::noticeLoss);
  }

  /** A call was answered with an error that may say something about more than this call. */
  void refused(McpConnection by, Answer.Failure failure) {
    Suspicion suspicion = suspicion(by.generation());
    if (failure.code() == ReplyRules.FORBIDDEN && suspicion != null) {
      suspicion.suspect("a call was forbidden");
    } else if (failure.saysUnknownTool()) {
      refresh.request();
    }
  }

  void toolsMayHaveChanged() {
    refresh.request();
  }

  /** What is thought of a generation; null when it is not the one in use. */
  @Nullable Suspicion suspicion(long generation) {
    ConnectionInUse used = inUse;
    return used != null && used.is(generation) ? used.suspicion() : null;
  }

  void enter(ConnectionEvent event) {
    locked(() -> standing.enter(event));
  }
}

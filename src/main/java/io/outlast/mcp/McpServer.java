package io.outlast.mcp;

import io.outlast.control.Deadline;
import io.outlast.mcp.ConnectionState.Backoff;
import io.outlast.mcp.ConnectionState.Connecting;
import io.outlast.mcp.ConnectionState.Failed;
import io.outlast.settings.McpServerSettings;
import io.outlast.tool.ToolSource;
import io.outlast.tool.ToolSpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
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
final class McpServer {

  private static final Logger log = LoggerFactory.getLogger(McpServer.class);
  private static final Duration COALESCE = Duration.ofMillis(200);

  /** An attempt under way; it is {@code over} when it {@code ended} or was replaced. */
  private record Attempt(
      long generation,
      CompletableFuture<McpConnection> connection,
      CompletableFuture<Boolean> over,
      CompletableFuture<Boolean> ended) {

    static Attempt of(long generation) {
      return new Attempt(
          generation,
          new CompletableFuture<>(),
          new CompletableFuture<>(),
          new CompletableFuture<>());
    }
  }

  /** What a server needs from around it. */
  record Surroundings(
      TransportFactory transports,
      McpMeters meters,
      Clock clock,
      ScheduledExecutorService timer,
      UnaryOperator<String> masker,
      Runnable toolsChanged) {}

  private final String name;
  private final McpServerSettings settings;
  private final Surroundings around;
  private final CallSlots slots;
  private final ConnectionOpener opener;
  private final Coalesced refresh;
  private final Set<CompletableFuture<?>> closing = ConcurrentHashMap.newKeySet();
  private final CompletableFuture<Boolean> tried = new CompletableFuture<>();
  private final ReentrantLock lock = new ReentrantLock();
  private ConnectionState state;
  private @Nullable Attempt attempt;
  private @Nullable McpConnection connection;
  private @Nullable ScheduledFuture<?> wakeUp;
  private McpServerView.@Nullable LastError lastError;
  private @Nullable Instant downSince;
  private long generations;
  private long announced;
  private boolean failing;
  private int restarts = -1;
  private volatile List<ToolSpec> tools = List.of();

  McpServer(String name, McpServerSettings settings, Surroundings around) {
    this.name = name;
    this.settings = settings;
    this.around = around;
    this.slots = new CallSlots(settings.maxConcurrentCalls());
    this.opener = new ConnectionOpener(name, settings, around);
    this.refresh = new Coalesced(around.timer(), COALESCE, this::refreshTools);
    this.state = new Backoff(now(), 1, now(), "not started yet", 0);
  }

  String name() {
    return name;
  }

  McpServerSettings settings() {
    return settings;
  }

  CallSlots slots() {
    return slots;
  }

  /** The tools on offer, also while the server is down. */
  List<ToolSpec> tools() {
    return tools;
  }

  boolean offers(String tool) {
    return tools.stream().anyMatch(spec -> spec.ref().tool().equals(tool));
  }

  /** Completes when the first attempt to connect has ended, however it did. */
  CompletableFuture<Boolean> tried() {
    return tried;
  }

  ConnectionState state() {
    lock.lock();
    try {
      return state;
    } finally {
      lock.unlock();
    }
  }

  /** Empty while it is usable, and while a first attempt or a restart is under way. */
  Optional<ToolSource.MissingServer> whyDown() {
    lock.lock();
    try {
      boolean hopeful = state instanceof Connecting && !failing;
      return state.usable() || hopeful
          ? Optional.empty()
          : Optional.of(new ToolSource.MissingServer(name, down().cause()));
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

  /** The connection to use. Waits for one that is being made, within the caller's limits. */
  Acquired acquire(Waiting waiting) {
    boolean waited = false;
    while (true) {
      CompletableFuture<Boolean> next;
      lock.lock();
      try {
        noticeLoss();
        McpConnection usable = connection;
        if (state.usable() && usable != null) {
          boolean first = announced < usable.generation();
          announced = usable.generation();
          return new Acquired.Usable(usable, restarts > 0 && (waited || first));
        }
        if (attempt == null) {
          return down();
        }
        next = attempt.over();
      } finally {
        lock.unlock();
      }
      if (!waiting.until(next)) {
        return new Acquired.OutOfTime();
      }
      waited = true;
    }
  }

  private Acquired.Down down() {
    return switch (state) {
      case Backoff b -> new Acquired.Down(b.cause(), downSince, b.nextAttemptAt());
      case Failed f -> new Acquired.Down(f.cause(), downSince, null);
      case ConnectionState.Closed c -> new Acquired.Down("the service stops", null, null);
      case Connecting c ->
          new Acquired.Down(
              lastError == null ? "connecting" : lastError.message(), downSince, null);
      case ConnectionState.Ready r -> new Acquired.Down("reconnecting", downSince, null);
      case ConnectionState.Suspect s -> new Acquired.Down("reconnecting", downSince, null);
    };
  }

  /** A caller may come between the loss of a connection and the report of it. */
  private void noticeLoss() {
    McpConnection used = connection;
    GuardedTransport.Loss loss = used == null ? null : used.loss();
    if (used != null && loss != null) {
      lost(used.generation(), loss.kind(), loss.detail(), used.lastLines());
    }
  }

  private void begin(String why) {
    if (state instanceof ConnectionState.Closed) {
      return;
    }
    endWhatThereIs(why);
    long generation = ++generations;
    apply(new ConnectionEvent.Begin(generation));
    Attempt next = Attempt.of(generation);
    attempt = next;
    closing.add(next.ended());
    Thread.ofVirtual().name("mcp-" + name + "-connect").start(() -> connect(next));
  }

  private void endWhatThereIs(String why) {
    if (wakeUp != null) {
      wakeUp.cancel(false);
      wakeUp = null;
    }
    if (connection != null) {
      dispose(connection, why);
      connection = null;
    }
    if (attempt != null) {
      attempt.connection().thenAccept(made -> dispose(made, why));
      attempt.over().complete(false);
      attempt = null;
    }
  }

  private void dispose(McpConnection old, String why) {
    CompletableFuture<?> closed = new CompletableFuture<>();
    closing.add(closed);
    Thread.ofVirtual()
        .name("mcp-" + name + "-close")
        .start(() ->
            old.close(why)
                .whenComplete((done, e) -> {
                  closing.remove(closed);
                  closed.complete(null);
                }));
  }

  private void connect(Attempt mine) {
    long generation = mine.generation();
    McpConnection made = null;
    try {
      Deadline startup = Deadline.after(settings.startupTimeout());
      made = opener.open(generation, new Events(generation));
      mine.connection().complete(made);
      made.initialize(startup);
      connected(mine, made, opener.listTools(made, startup));
    } catch (ConnectFailure e) {
      List<String> lines = made == null ? List.of() : made.lastLines();
      failed(mine, made, e.loss(), e.reason(), lines);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failed(mine, made, TransportLoss.UNREACHABLE, "interrupted", List.of());
    } catch (RuntimeException e) {
      log.error("{}: connecting failed in an unexpected way; it is tried again", name, e);
      failed(mine, made, TransportLoss.UNREACHABLE, e.toString(), List.of());
    } finally {
      mine.over().complete(true);
      tried.complete(true);
      closing.remove(mine.ended());
      mine.ended().complete(true);
    }
  }

  private void connected(Attempt mine, McpConnection made, List<ToolSpec> offered) {
    lock.lock();
    try {
      apply(new ConnectionEvent.Connected(mine.generation()));
      if (!state.usable() || !Long.valueOf(mine.generation()).equals(state.current())) {
        dispose(made, "it was replaced while it was made");
        return;
      }
      attempt = null;
      connection = made;
      downSince = null;
      failing = false;
      restarts++;
      tools = offered;
      if (restarts > 0) {
        around.meters().reconnects(name).increment();
      }
      log.info("{}: ready, generation {}, {} tools", name, mine.generation(), offered.size());
    } finally {
      lock.unlock();
    }
    around.toolsChanged().run();
  }

  private void failed(
      Attempt mine,
      @Nullable McpConnection made,
      TransportLoss loss,
      String reason,
      List<String> lines) {
    lock.lock();
    try {
      lost(mine.generation(), loss, reason, lines);
    } finally {
      lock.unlock();
    }
    if (made != null) {
      dispose(made, reason);
    }
  }

  /** Under the lock. */
  private void lost(long generation, TransportLoss loss, String reason, List<String> lines) {
    Long current = state.current();
    if (current == null || current != generation) {
      return;
    }
    failing = failing || state instanceof Connecting;
    boolean hopeless = loss == TransportLoss.UNAUTHORIZED || loss == TransportLoss.MISCONFIGURED;
    apply(
        hopeless
            ? new ConnectionEvent.Refused(generation, reason)
            : new ConnectionEvent.Down(generation, reason));
    lastError = new McpServerView.LastError(around.masker().apply(reason), now(), lines);
    if (downSince == null) {
      downSince = now();
    }
    endWhatThereIs(reason);
    if (state instanceof Backoff backoff) {
      Duration wait = Duration.between(now(), backoff.nextAttemptAt());
      log.warn("{}: down ({}); next attempt in {}", name, reason, wait.isPositive() ? wait : "0s");
      if (!wait.isPositive()) {
        begin(reason);
      } else {
        wakeUp = around.timer().schedule(this::wake, wait.toMillis(), TimeUnit.MILLISECONDS);
      }
    } else {
      log.error("{}: {}; it is not tried again before a restart is asked for", name, reason);
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
    state =
        ConnectionTransitions.next(
            state,
            event,
            now(),
            n ->
                io.outlast.mcp.Backoff.delay(
                    settings.restart(), n, ThreadLocalRandom.current().nextDouble()));
  }

  private void refreshTools() {
    McpConnection used;
    lock.lock();
    try {
      used = connection;
    } finally {
      lock.unlock();
    }
    if (used == null) {
      return;
    }
    try {
      List<ToolSpec> listed = opener.listTools(used, Deadline.after(settings.startupTimeout()));
      lock.lock();
      try {
        if (connection == used) {
          tools = listed;
        }
      } finally {
        lock.unlock();
      }
      around.toolsChanged().run();
    } catch (ConnectFailure e) {
      log.warn("{}: tools could not be listed again, the old ones stay: {}", name, e.reason());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  McpServerView view(List<ToolSpec> offered) {
    lock.lock();
    try {
      Attempt trying = attempt;
      McpConnection shown =
          connection == null && trying != null ? trying.connection().getNow(null) : connection;
      return new McpServerView(
          name,
          settings.transport().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'),
          state.wireName(),
          generations,
          shown == null ? null : shown.pid(),
          ServerUrl.shown(settings.url()),
          Math.max(0, restarts),
          state.since(),
          state instanceof Backoff backoff ? backoff.nextAttemptAt() : null,
          lastError,
          connection == null ? 0 : connection.callsInFlight(),
          settings.required(),
          offered);
    } finally {
      lock.unlock();
    }
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
    return whenAllClosed();
  }

  private CompletableFuture<?> whenAllClosed() {
    List<CompletableFuture<?>> left = new ArrayList<>(closing);
    return left.isEmpty()
        ? CompletableFuture.completedFuture(true)
        : CompletableFuture.allOf(left.toArray(CompletableFuture<?>[]::new))
            .thenCompose(v -> whenAllClosed());
  }

  private Instant now() {
    return around.clock().instant();
  }

  /** Hears one generation. */
  private final class Events implements ConnectionEvents {

    private final long generation;

    Events(long generation) {
      this.generation = generation;
    }

    @Override
    public void lost(TransportLoss loss, String detail) {
      lock.lock();
      try {
        // An attempt fails through its own thread, which knows more.
        if (state.usable()) {
          noticeLoss();
        }
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void suspicious(String why) {
      log.debug("{}: generation {} is suspicious: {}", name, generation, why);
    }

    @Override
    public void heard() {}

    @Override
    public void toolsChanged() {
      refresh.request();
    }
  }
}

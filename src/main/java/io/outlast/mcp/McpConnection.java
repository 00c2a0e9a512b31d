package io.outlast.mcp;

import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.Root;
import io.outlast.control.Deadline;
import io.outlast.settings.McpServerSettings;
import io.outlast.tool.ToolListener;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * One generation of one server's client: made, used by any number of callers, lost or closed, never
 * reconnected. Thread-safe.
 */
final class McpConnection {

  /** The SDK's own limits must never fire before ours. */
  private static final Duration NEVER = Duration.ofDays(3650);

  private static final int MOST_PAGES = 1000;

  private final String server;
  private final long generation;
  private final Duration startupTimeout;
  private final SupervisedTransport transport;
  private final GuardedTransport guard;
  private final McpAsyncClient client;
  private final AtomicLong tokens = new AtomicLong();
  private volatile @Nullable Duration connectTook;
  private volatile @Nullable Duration listTook;
  private volatile @Nullable Duration pingTook;

  McpConnection(
      String server,
      long generation,
      McpServerSettings settings,
      SupervisedTransport transport,
      GuardedTransport guard) {
    this.server = server;
    this.generation = generation;
    this.startupTimeout = settings.startupTimeout();
    this.transport = transport;
    this.guard = guard;
    this.client = client(guard, settings.roots());
  }

  private static McpAsyncClient client(GuardedTransport guard, List<URI> roots) {
    ClientCapabilities.Builder capabilities = ClientCapabilities.builder();
    McpClient.AsyncSpec spec =
        McpClient.async(guard)
            .clientInfo(new Implementation("outlast", version()))
            .requestTimeout(NEVER)
            .initializationTimeout(NEVER);
    if (!roots.isEmpty()) {
      capabilities.roots(false);
      spec.roots(roots.stream().map(uri -> new Root(uri.toString(), null)).toList());
    }
    return spec.capabilities(capabilities.build()).build();
  }

  private static String version() {
    String version = McpConnection.class.getPackage().getImplementationVersion();
    return version == null ? "dev" : version;
  }

  long generation() {
    return generation;
  }

  @Nullable Long pid() {
    return transport.pid();
  }

  List<String> lastLines() {
    return transport.lastLines();
  }

  int callsInFlight() {
    return guard.inFlight(McpSchema.METHOD_TOOLS_CALL).size();
  }

  long callsInsideTheirDeadlines() {
    return guard.inFlight(McpSchema.METHOD_TOOLS_CALL).stream()
        .filter(call -> !call.deadline().isExpired())
        .count();
  }

  /** Declares it dead, for want of any sign of life. */
  void condemn(String why) {
    guard.lost(TransportLoss.UNRESPONSIVE, why);
  }

  /** Why it can no longer be used; null while it can. */
  GuardedTransport.@Nullable Loss loss() {
    return guard.loss();
  }

  Timings timings() {
    return new Timings(connectTook, listTook, pingTook);
  }

  /** Connects and initializes. Blocks, no longer than until the deadline. */
  void initialize(Deadline deadline) throws ConnectFailure, InterruptedException {
    long before = System.nanoTime();
    CompletableFuture<?> initialized = client.initialize().toFuture();
    try {
      CompletableFuture.anyOf(initialized, guard.whenOver())
          .get(deadline.remaining(TimeUnit.NANOSECONDS), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      refuseLost();
      throw failure(e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      throw new ConnectFailure(
          TransportLoss.UNREACHABLE,
          "initialize was not answered within the startup-timeout of "
              + startupTimeout
              + "; raise that if the server needs longer to start");
    }
    refuseLost();
    connectTook = since(before);
  }

  /** All tools the server lists, over all pages. Blocks, no longer than until the deadline. */
  List<ListedTool> listTools(Deadline deadline) throws ConnectFailure, InterruptedException {
    if (client.getServerCapabilities().tools() == null) {
      return List.of();
    }
    long before = System.nanoTime();
    List<ListedTool> tools = new ArrayList<>();
    Set<String> cursors = new HashSet<>();
    String cursor = null;
    do {
      Map<String, Object> page = page(cursor, deadline);
      if (page.get("tools") instanceof List<?> listed) {
        listed.forEach(raw -> add(tools, raw));
      }
      cursor = page.get("nextCursor") instanceof String next && !next.isEmpty() ? next : null;
    } while (cursor != null && cursors.add(cursor) && cursors.size() < MOST_PAGES);
    listTook = since(before);
    return tools;
  }

  private static void add(List<ListedTool> tools, @Nullable Object raw) {
    ListedTool tool = ListedTool.read(raw);
    if (tool != null) {
      tools.add(tool);
    }
  }

  private Map<String, Object> page(@Nullable String cursor, Deadline deadline)
      throws ConnectFailure, InterruptedException {
    PendingRequest request = PendingRequest.plain(McpSchema.METHOD_TOOLS_LIST);
    send(request, client.listTools(cursor));
    Answer answer;
    try {
      answer = request.answer().get(deadline.remaining(TimeUnit.NANOSECONDS), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      guard.giveUp(request, "startup-timeout");
      throw new ConnectFailure(
          TransportLoss.UNREACHABLE,
          "tools/list was not answered within the startup-timeout of " + startupTimeout);
    } catch (ExecutionException e) {
      throw failure(e);
    }
    return switch (answer) {
      case Answer.Result result -> result.result();
      case Answer.Failure failure ->
          throw new ConnectFailure(
              TransportLoss.UNREACHABLE, "tools/list failed: " + failure.message());
      case Answer.Lost lost -> {
        refuseLost();
        throw new ConnectFailure(TransportLoss.UNREACHABLE, "tools/list: " + lost.cause());
      }
    };
  }

  /** A call that is not sent yet; it carries a fresh progress token. */
  PendingRequest prepareCall(Deadline deadline, ToolListener listener) {
    String token = generation + "-" + tokens.incrementAndGet();
    return new PendingRequest(McpSchema.METHOD_TOOLS_CALL, token, deadline, listener);
  }

  void sendCall(
      PendingRequest call, String tool, Map<String, Object> arguments, Map<String, Object> meta) {
    Map<String, Object> withToken = new HashMap<>(meta);
    withToken.put("progressToken", String.valueOf(call.progressToken()));
    send(call, client.callTool(new CallToolRequest(tool, arguments, withToken)));
  }

  PendingRequest ping() {
    PendingRequest ping = PendingRequest.plain(McpSchema.METHOD_PING);
    long before = System.nanoTime();
    pingTook = null;
    ping.answer()
        .thenAccept(answer -> {
          if (!(answer instanceof Answer.Lost)) {
            pingTook = since(before);
          }
        });
    send(ping, client.ping());
    return ping;
  }

  CompletableFuture<Boolean> giveUp(PendingRequest request, String reason) {
    return guard.giveUp(request, reason);
  }

  private static Duration since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }

  private static void send(PendingRequest request, Mono<?> exchange) {
    exchange
        .contextWrite(context -> context.put(PendingRequest.KEY, request))
        .subscribe(
            ignored -> {},
            e -> {
              // An error of the SDK itself; all others have settled the request already.
              request.settle(Answer.Lost.under(String.valueOf(e.getMessage()), request.delivery()));
            });
  }

  private void refuseLost() throws ConnectFailure {
    GuardedTransport.Loss loss = guard.loss();
    if (loss != null) {
      throw new ConnectFailure(loss.kind(), loss.detail());
    }
  }

  private static ConnectFailure failure(Throwable e) {
    Throwable at = e;
    String text = e.getMessage();
    while (at != null) {
      if (at instanceof TransportFailure transport) {
        return new ConnectFailure(transport.loss(), String.valueOf(transport.getMessage()));
      }
      text = at.getMessage() == null ? text : at.getMessage();
      at = at.getCause();
    }
    return new ConnectFailure(TransportLoss.UNREACHABLE, "initialize failed: " + text);
  }

  /** Fails what is in flight and closes the transport; completes when nothing of it is left. */
  CompletableFuture<?> close(String reason) {
    return guard.close(reason).toFuture();
  }

  @Override
  public String toString() {
    return server + "#" + generation;
  }
}

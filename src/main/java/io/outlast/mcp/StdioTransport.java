package io.outlast.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.ProtocolVersions;
import io.outlast.settings.McpServerSettings;
import io.outlast.telemetry.LogWords;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * A server as a child process that speaks newline-delimited JSON over stdin and stdout (MCP
 * specification, transports, stdio).
 *
 * <p>Its environment is built, not inherited; both its outputs are always drained; everything is
 * UTF-8. Sending never blocks. A read of a pipe pins the carrier of a virtual thread and some 120
 * servers would leave none over, so the two readers have platform threads of their own.
 */
final class StdioTransport implements SupervisedTransport {

  private static final Logger log = LoggerFactory.getLogger(StdioTransport.class);
  private static final int FRAME_LIMIT = 16 * 1024 * 1024;
  private static final Duration GRACE = Duration.ofSeconds(1);

  /**
   * What the last reply and the last log lines get to arrive after the process ended, and an exit
   * to show after a pipe broke. Used up only when something else holds the pipes open.
   */
  private static final Duration AFTERMATH = Duration.ofMillis(250);

  private static final Duration TREE_REFRESH = Duration.ofSeconds(2);

  private final JsonRpc json = new JsonRpc(McpJsonDefaults.getMapper());
  private final String server;
  private final McpServerSettings settings;
  private final StderrTail stderr;
  private final StdioWriter writer = new StdioWriter(this::leaving);
  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicBoolean treeRefreshDue = new AtomicBoolean();
  private final AtomicLong skippedLines = new AtomicLong();
  private final CountDownLatch stdoutDone = new CountDownLatch(1);
  private final CountDownLatch stderrDone = new CountDownLatch(1);
  private final CompletableFuture<Void> closed = new CompletableFuture<>();
  private final AtomicBoolean closing = new AtomicBoolean();
  private volatile @Nullable TransportEvents events;
  private volatile @Nullable ChildProcess child;
  private volatile @Nullable Thread writing;

  StdioTransport(String server, McpServerSettings settings, UnaryOperator<String> masker) {
    this.server = server;
    this.settings = settings;
    this.stderr = new StderrTail(masker);
  }

  @Override
  public void supervise(TransportEvents events) {
    this.events = events;
  }

  /** There is no exchange of its own behind a request. */
  @Override
  public void abort(Object requestId) {}

  @Override
  public @Nullable Long pid() {
    ChildProcess started = child;
    return started == null ? null : started.pid();
  }

  @Override
  public List<String> lastLines() {
    return stderr.lastLines();
  }

  /** Lines on stdout that were no messages. */
  long skippedLines() {
    return skippedLines.get();
  }

  @Override
  public List<String> protocolVersions() {
    return List.of(
        ProtocolVersions.MCP_2024_11_05,
        ProtocolVersions.MCP_2025_03_26,
        ProtocolVersions.MCP_2025_06_18,
        ProtocolVersions.MCP_2025_11_25);
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return json.convert(data, type);
  }

  @Override
  public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
    return Mono.fromRunnable(() -> {
      if (closing.get()) {
        throw StdioWriter.notSent("closed before it was started");
      }
      ChildProcess started = ChildCommand.start(server, settings);
      child = started;
      if (closing.get()) {
        started.end(Duration.ZERO);
        throw StdioWriter.notSent("closed while it was started");
      }
      String name = "mcp-" + server;
      Thread.ofPlatform()
          .daemon()
          .name(name + "-out")
          .start(LogWords.ofServer(server, () -> read(started, handler)));
      Thread.ofPlatform()
          .daemon()
          .name(name + "-err")
          .start(LogWords.ofServer(server, () -> drain(started)));
      writing =
          Thread.ofVirtual()
              .name(name + "-in")
              .start(LogWords.ofServer(server, () -> write(started)));
      started
          .onExit()
          .thenAccept(
              code -> Thread.startVirtualThread(LogWords.ofServer(server, () -> exited(code))));
    });
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return Mono.create(sink -> {
      byte[] line;
      try {
        line = json.line(message);
      } catch (RuntimeException e) {
        sink.error(unsent(TransportLoss.UNRESPONSIVE, "the message is no JSON: " + e.getMessage()));
        return;
      }
      writer.send(line, message instanceof JSONRPCRequest request ? request.id() : null, sink);
    });
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.fromFuture(
        () -> {
          if (closing.compareAndSet(false, true)) {
            ended.set(true);
            writer.close();
            Thread.ofVirtual()
                .name("mcp-" + server + "-close")
                .start(LogWords.ofServer(server, this::shutDown));
          }
          return closed;
        },
        true);
  }

  private void shutDown() {
    try {
      ChildProcess started = child;
      if (started != null) {
        started.end(GRACE);
      }
    } finally {
      Thread thread = writing;
      if (thread != null) {
        thread.interrupt();
      }
      closed.complete(null);
    }
  }

  private void read(
      ChildProcess process, Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
    try {
      FrameReader frames = new FrameReader(process.stdout(), FRAME_LIMIT);
      for (byte[] frame = frames.next(); frame != null; frame = frames.next()) {
        received(new String(frame, UTF_8), handler);
        refreshTreeSoon(process);
      }
    } catch (FrameTooLongException e) {
      lost(TransportLoss.FRAME_TOO_LONG, "the server sent " + e.getMessage());
    } catch (IOException | RuntimeException e) {
      log.debug("{}: reading stdout ended", server, e);
    }
    stdoutDone.countDown();
    try {
      if (!process.ends(AFTERMATH)) {
        lost(TransportLoss.STREAM_CLOSED, "the server closed its stdout");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void received(String line, Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
    boolean understood = line.isBlank();
    for (Incoming part : json.decode(line)) {
      if (part instanceof Incoming.Message(var message)) {
        understood = true;
        dispatch(message, handler);
      }
    }
    if (!understood) {
      log.debug("{}: line {} on stdout is no message", server, skippedLines.incrementAndGet());
    }
  }

  private void dispatch(
      JSONRPCMessage message, Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
    try {
      handler
          .apply(Mono.just(message))
          .subscribe(m -> {}, e -> log.warn("{}: a message was not handled", server, e));
    } catch (RuntimeException e) {
      log.warn("{}: a message was not handled", server, e);
    }
  }

  private void drain(ChildProcess process) {
    stderr.drain(process.stderr());
    stderrDone.countDown();
  }

  private void write(ChildProcess process) {
    try {
      broken(process, writer.write(process.stdin()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A broken pipe is most often the echo of an exit, which says more, and so does stderr. */
  private void broken(ChildProcess process, StdioWriter.Broken broken) {
    TransportLoss loss = TransportLoss.WRITE_FAILED;
    String detail = "writing to the server failed: " + broken.cause().getMessage();
    try {
      if (process.ends(AFTERMATH)) {
        loss = TransportLoss.PROCESS_EXIT;
        detail = exitedWith(process.exitCode());
        awaitLastWords();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    // The newline comes last, so the server can not have read the message as one.
    broken.unwritten().error(unsent(loss, detail));
    lost(loss, detail);
  }

  private @Nullable Runnable leaving(Object requestId) {
    TransportEvents asked = events;
    return asked == null ? () -> {} : asked.leaving(requestId);
  }

  private void exited(int code) {
    try {
      awaitLastWords();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    lost(TransportLoss.PROCESS_EXIT, exitedWith(code));
  }

  private void awaitLastWords() throws InterruptedException {
    long end = System.nanoTime() + AFTERMATH.toNanos();
    stdoutDone.await(AFTERMATH.toNanos(), TimeUnit.NANOSECONDS);
    stderrDone.await(end - System.nanoTime(), TimeUnit.NANOSECONDS);
  }

  private static String exitedWith(int code) {
    return "the process exited with code " + code;
  }

  private void lost(TransportLoss loss, String detail) {
    if (!ended.compareAndSet(false, true)) {
      return;
    }
    // First those that provably never left: after the report all others count as sent.
    writer.close();
    TransportEvents told = events;
    if (told != null) {
      told.lost(loss, detail);
    }
  }

  private void refreshTreeSoon(ChildProcess process) {
    if (treeRefreshDue.compareAndSet(false, true)) {
      CompletableFuture.delayedExecutor(
              TREE_REFRESH.toMillis(), TimeUnit.MILLISECONDS, Thread::startVirtualThread)
          .execute(() -> {
            treeRefreshDue.set(false);
            process.remember();
          });
    }
  }

  private static TransportFailure unsent(TransportLoss loss, String why) {
    return new TransportFailure(loss, false, why, null);
  }
}

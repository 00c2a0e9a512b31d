package io.outlast.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.observation.ObservationRegistry;
import io.outlast.control.CancelSignal;
import io.outlast.control.Ticker;
import io.outlast.tool.Effect;
import io.outlast.tool.ToolCall;
import io.outlast.tool.ToolDeadline;
import io.outlast.tool.ToolErrorCode;
import io.outlast.tool.ToolListener;
import io.outlast.tool.ToolOutcome;
import io.outlast.tool.ToolRef;
import io.outlast.tool.ToolRunner;
import io.outlast.tool.ToolSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Calls made as runs make them, by the runner, on a real connection to a faulty server. */
@NullUnmarked
abstract class CallsOverConnections {

  /** Every way of getting a reply. */
  enum Over {
    STDIO,
    HTTP_JSON,
    HTTP_EVENT_STREAM
  }

  static final Duration LONG = Duration.ofSeconds(20);

  @TempDir Path folder;
  FaultyServer server;
  OneServer one;
  ToolRunner runner;
  final ObservationRegistry observations = ObservationRegistry.create();
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  final void close() {
    if (one != null) {
      one.close();
      server.close();
    }
    callers.close();
  }

  final void connect(Over over) throws IOException {
    connect(
        switch (over) {
          case STDIO -> new FlakyMcpServer(folder, "{}");
          case HTTP_JSON -> new FlakyHttpServer(false);
          case HTTP_EVENT_STREAM -> new FlakyHttpServer(true);
        });
    one.ready();
  }

  final void connect(FaultyServer faulty) {
    server = faulty;
    one = new OneServer(server.settings());
    runner = new ToolRunner(one.registry, Ticker.SYSTEM, one.meters, observations);
  }

  final ToolOutcome call(String tool, Map<String, Object> arguments, Duration limit) {
    return call(tool, arguments, limit(limit), ToolListener.NONE, new CancelSignal());
  }

  final ToolOutcome call(
      String tool,
      Map<String, Object> arguments,
      ToolDeadline limit,
      ToolListener listener,
      CancelSignal cancel) {
    ToolSpec spec =
        new ToolSpec(
            "flaky__" + tool,
            new ToolRef("flaky", tool),
            "",
            Map.of("type", "object"),
            tool.equals("echo") ? Effect.READ_ONLY : Effect.SIDE_EFFECTING);
    return runner.run(
        new ToolCall("call_1", "run_1", "tester", spec, arguments, limit, Map.of()),
        listener,
        cancel);
  }

  final CompletableFuture<ToolOutcome> begin(
      String tool, Map<String, Object> arguments, Duration limit) {
    return CompletableFuture.supplyAsync(() -> call(tool, arguments, limit), callers);
  }

  final CompletableFuture<ToolOutcome> begin(
      String tool, Map<String, Object> arguments, CancelSignal cancel) {
    return CompletableFuture.supplyAsync(
        () -> call(tool, arguments, limit(LONG), ToolListener.NONE, cancel), callers);
  }

  static ToolDeadline limit(Duration value) {
    return new ToolDeadline(value, "global", null, null, Duration.ZERO, "global");
  }

  static ToolDeadline idle(Duration silence) {
    return new ToolDeadline(LONG, "global", null, null, silence, "server:flaky");
  }

  static ToolErrorCode code(ToolOutcome outcome) {
    return outcome.error() == null ? null : outcome.error().code();
  }

  static String text(ToolOutcome outcome) {
    assertThat(outcome.error()).isNull();
    return outcome.modelText();
  }

  /** Nothing of the calls is left: not with us, not in the SDK, not at the server. */
  final void nothingIsLeft() {
    await()
        .untilAsserted(() -> {
          assertThat(one.view().inFlight()).isZero();
          assertThat(SdkSession.pending(one.registry, "flaky")).isZero();
          assertThat(server.openExchanges()).isZero();
        });
  }
}

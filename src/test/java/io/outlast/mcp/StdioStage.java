package io.outlast.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.outlast.control.Deadline;
import io.outlast.tool.Delivery;
import io.outlast.tool.ToolExchange;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** One stdio server that can be made to misbehave. */
@NullUnmarked
abstract class StdioStage {

  static final Map<String, Object> NOTHING = Map.of();

  @TempDir Path folder;
  FlakyMcpServer flaky;
  OneServer one;

  @BeforeAll
  static void pollOften() {
    Awaitility.setDefaultPollInterval(Duration.ofMillis(10));
  }

  @AfterAll
  static void pollAsUsual() {
    Awaitility.setDefaultPollInterval(Duration.ofMillis(100));
  }

  @AfterEach
  void close() {
    if (one != null) {
      one.close();
      assertThat(flaky.pids()).noneMatch(pid -> alive(pid));
    }
  }

  void start(String options) throws IOException {
    start(new FlakyMcpServer(folder, options));
  }

  void start(FlakyMcpServer server) {
    flaky = server;
    one = new OneServer(flaky.settings());
  }

  void ready() throws IOException {
    start("{}");
    one.ready();
  }

  static Deadline in(Duration duration) {
    return Deadline.after(duration);
  }

  static boolean alive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  ToolExchange hang() {
    ToolExchange hang = one.begin("hang", NOTHING, in(Duration.ofSeconds(30)));
    await().until(() -> hang.delivery() == Delivery.MAYBE_EXECUTED);
    return hang;
  }
}

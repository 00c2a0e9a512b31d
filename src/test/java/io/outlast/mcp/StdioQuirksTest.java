package io.outlast.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.outlast.control.Deadline;
import io.outlast.tool.ToolExchange;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stdio servers in the wild do besides speaking the protocol. */
@NullUnmarked
@Timeout(60)
class StdioQuirksTest {

  private static final Map<String, Object> NOTHING = Map.of();

  @TempDir Path folder;
  private FlakyMcpServer flaky;
  private OneServer one;

  @AfterEach
  void close() {
    if (one != null) {
      one.close();
    }
  }

  private void start(FlakyMcpServer server) {
    flaky = server;
    one = new OneServer(flaky.settings());
  }

  private void ready(String options) throws IOException {
    start(new FlakyMcpServer(folder, options));
    one.ready();
  }

  @ParameterizedTest
  @ValueSource(ints = {-32601, -32602, -32603})
  void aPingAnsweredWithAnErrorIsASignOfLife(int code) throws Exception {
    ready("{\"pingError\": " + code + "}");
    await().until(() -> flaky.received("ping").size() == 1);
    ToolExchange hang = one.begin("hang", NOTHING, Deadline.after(Duration.ofMillis(100)));
    await().until(() -> flaky.calls("hang").size() == 1);
    hang.abandon("tool_timeout").get(3, TimeUnit.SECONDS);
    await().until(() -> flaky.received("ping").size() == 2 && one.view().state().equals("ready"));
    assertThat(one.text("echo", Map.of("value", "fine"))).isEqualTo("fine");
    assertThat(flaky.pids()).hasSize(1);
  }

  @Test
  void aProcessThatEndsAfterEachAnswerIsThereForTheNextCall() throws Exception {
    ready("{}");
    for (int call = 1; call <= 3; call++) {
      long pid = one.view().pid();
      assertThat(one.text("lastWords", NOTHING)).isEqualTo(String.valueOf(pid));
      await().until(() -> one.view().state().equals("ready") && one.view().pid() != pid);
    }
    assertThat(flaky.pids()).hasSize(4);
  }

  @Test
  void aProcessThatEndsOnceItIsConnectedIsNoticedWithoutACall() throws Exception {
    start(
        new FlakyMcpServer(folder, "{\"dieAfterList\": true}")
            .set("restart.initial-backoff", "100ms"));
    await().atMost(Duration.ofSeconds(20)).until(() -> flaky.pids().size() >= 8);
    await().until(() -> one.view().state().equals("backoff"));
    assertThat(one.view().lastError().message()).contains("code 5");
  }

  @Test
  void textBehindAMessageOnItsLineDoesNoHarm() throws Exception {
    ready("{}");
    assertThat(one.text("glued", NOTHING)).isEqualTo("glued");
    assertThat(one.text("echo", Map.of("value", "next"))).isEqualTo("next");
  }

  @Test
  void aByteThatIsNoUtf8CostsItsCharacterOnly() throws Exception {
    ready("{}");
    assertThat(one.text("ansi", NOTHING)).isEqualTo("caf\uFFFD noir");
    assertThat(one.text("echo", Map.of("value", "next"))).isEqualTo("next");
    assertThat(flaky.pids()).hasSize(1);
  }

  @Test
  void repliesThatNameNoRequestOfOursAnswerNone() throws Exception {
    start(new FlakyMcpServer(folder, "{\"idZero\": true}").set("startup-timeout", "800ms"));
    await().until(() -> one.view().state().equals("backoff"));
    assertThat(one.view().lastError().message()).contains("initialize", "startup-timeout", "raise");
  }

  @Test
  void notificationsBeforeTheHandshakeIsOverDoNotDisturbIt() throws Exception {
    ready("{\"early\": true}");
    assertThat(one.view().tools()).isNotEmpty();
    assertThat(one.text("echo", Map.of("value", "fine"))).isEqualTo("fine");
  }

  @Test
  void aServerThatEndsWithItsInputIsClosedWithoutWaiting() throws Exception {
    Duration shortest = Duration.ofHours(1);
    // A busy machine may need long for what needs no wait, but not every time.
    for (int i = 0; i < 5 && shortest.toMillis() >= 900; i++) {
      ready("{}");
      long before = System.nanoTime();
      one.close();
      Duration took = Duration.ofNanos(System.nanoTime() - before);
      shortest = took.compareTo(shortest) < 0 ? took : shortest;
    }
    // The grace for each step is a second.
    assertThat(shortest).isLessThan(Duration.ofMillis(900));
  }
}

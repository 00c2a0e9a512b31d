package io.outlast.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.outlast.tool.ToolReply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** The start of a stdio server, and what keeps it from being ready. */
@NullUnmarked
class StdioStartTest extends StdioStage {

  @Test
  void whatConnectingTookIsKnownAndAPingIsTimed() throws Exception {
    ready();
    one.registry.ping().get(5, TimeUnit.SECONDS);
    assertThat(one.view().timings().connect()).isPositive();
    assertThat(one.view().timings().list()).isPositive();
    assertThat(one.view().timings().ping()).isPositive();
  }

  @Test
  void aHandshakeThatNeverEndsIsCutAtTheStartupTimeoutAndNeverCancelled() throws Exception {
    start(new FlakyMcpServer(folder, "{\"wedge\": true}").set("startup-timeout", "700ms"));
    await().until(() -> one.view().state().equals("backoff"));
    assertThat(one.view().lastError().message()).contains("initialize", "startup-timeout");
    long pid = flaky.pids().getFirst();
    await().until(() -> !alive(pid));
    assertThat(flaky.received("notifications/cancelled")).isEmpty();
    assertThat(one.call("echo", NOTHING))
        .isInstanceOfSatisfying(
            ToolReply.Unavailable.class, down -> assertThat(down.since()).isNotNull());
  }

  @Test
  void aCrashInTheHandshakeIsNoticedAtOnce() throws IOException {
    start("{\"crash\": true}");
    await().atMost(Duration.ofSeconds(5)).until(() -> one.view().state().equals("backoff"));
    assertThat(one.view().lastError().message()).contains("code 3");
    assertThat(one.view().lastError().lastLines()).contains("fatal: can not start");
    assertThat(one.view().nextAttemptAt()).isNotNull();
  }

  /** Whether the pipe breaks or the exit shows first is a race; what is told is not. */
  @RepeatedTest(10)
  void aServerThatReadsNothingAndExitsIsToldByItsExitAndItsLastWords() throws IOException {
    start(
        new FlakyMcpServer(folder, "{}")
            .set("command", "sh")
            .set("args[0]", "-c")
            .set("args[1]", "exec 0<&-; sleep 0.05; echo no token >&2; exit 3"));
    await().atMost(Duration.ofSeconds(5)).until(() -> one.view().state().equals("backoff"));
    assertThat(one.view().lastError().message()).contains("exited with code 3");
    assertThat(one.view().lastError().lastLines()).contains("no token");
  }

  @Test
  void aListingThatNeverComesIsCutAndCancelled() throws IOException {
    start(new FlakyMcpServer(folder, "{\"hangList\": true}").set("startup-timeout", "900ms"));
    await().until(() -> one.view().state().equals("backoff"));
    assertThat(one.view().lastError().message()).contains("tools/list", "startup-timeout");
  }

  @Test
  void aMissingCommandIsNamedAndFoundWhenItAppears() throws Exception {
    Path command = folder.resolve("late-comer");
    start(
        new FlakyMcpServer(folder, "{}")
            .set("command", command.toString())
            .set("restart.initial-backoff", "100ms"));
    await().until(() -> one.view().state().equals("backoff"));
    assertThat(one.view().lastError().message()).contains(command.toString(), "PATH");

    Files.createSymbolicLink(command, FlakyMcpServer.node());
    one.ready();
    assertThat(one.view().restarts()).isZero();
  }
}

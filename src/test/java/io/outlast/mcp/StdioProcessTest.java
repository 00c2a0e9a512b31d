package io.outlast.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The process of a stdio server: its surroundings, its descendants, its end. */
@NullUnmarked
class StdioProcessTest extends StdioStage {

  @Test
  void theEnvironmentIsBuiltNotInherited() throws IOException {
    start(new FlakyMcpServer(folder, "{}").set("env.GREETING", "hi"));
    one.ready();
    JsonNode env = JsonMapper.shared().readTree(one.text("env", NOTHING));
    assertThat(env.get("GREETING").asString()).isEqualTo("hi");
    assertThat(env.get("PATH").asString()).isEqualTo(System.getenv("PATH"));
    assertThat(Set.of("PATH", "HOME", "LANG", "TMPDIR", "GREETING"))
        .containsAll(env.propertyNames());
  }

  @Test
  void aRestartTakesTheWholeProcessTreeWithIt() throws IOException {
    start("{\"ignoreTerm\": true}");
    one.ready();
    long server = one.view().pid();
    long grandchild = Long.parseLong(one.text("spawn", NOTHING));
    assertThat(alive(grandchild)).isTrue();

    one.registry.restart("flaky");

    await().atMost(Duration.ofSeconds(6)).until(() -> !alive(server) && !alive(grandchild));
    one.ready();
    assertThat(one.view().restarts()).isEqualTo(1);
  }

  @Test
  void theStopTakesStubbornProcessesWithIt() throws IOException {
    start("{\"ignoreTerm\": true}");
    one.ready();
    long grandchild = Long.parseLong(one.text("spawn", NOTHING));
    long before = System.nanoTime();
    one.close();
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(6));
    assertThat(alive(grandchild)).isFalse();
    assertThat(one.view().state()).isEqualTo("closed");
  }

  @Test
  void aServerHasASessionOfItsOwnSoThatACtrlCDoesNotReachIt() throws IOException {
    Assumptions.assumeTrue(Files.isDirectory(Path.of("/proc")), "needs Linux");
    ready();
    assertThat(sessionOf(one.view().pid())).isEqualTo(one.view().pid());
    assertThat(sessionOf(ProcessHandle.current().pid())).isNotEqualTo(one.view().pid());
  }

  @Test
  void anOrphanIsEndedThoughItsParentDiedLongAgo() throws IOException {
    Assumptions.assumeTrue(Files.isDirectory(Path.of("/proc")), "needs Linux");
    FlakyMcpServer server = new FlakyMcpServer(folder, "{}");
    Path pid = folder.resolve("orphan");
    String inner = "sleep 1000 > /dev/null 2>&1 < /dev/null & echo $! > " + pid;
    server.behind("(" + inner + "); exec \"$@\"");
    start(server);
    one.ready();
    long orphan = Long.parseLong(Files.readString(pid).strip());
    assertThat(ProcessHandle.of(orphan).flatMap(ProcessHandle::parent).map(ProcessHandle::pid))
        .isNotEqualTo(Optional.of(one.view().pid()));
    ProcessHandle.of(one.view().pid()).orElseThrow().destroyForcibly();
    await().atMost(Duration.ofSeconds(6)).until(() -> !alive(orphan) || flaky.pids().size() > 1);
    await().atMost(Duration.ofSeconds(6)).until(() -> !alive(orphan));
  }

  @Test
  void aCommandThatMayNotBeExecutedIsSaidToBeSo() throws IOException {
    Path command = Files.writeString(folder.resolve("no-program"), "#!/bin/sh\n");
    start(new FlakyMcpServer(folder, "{}").set("command", command.toString()));
    await().until(() -> one.view().state().equals("backoff"));
    assertThat(one.view().lastError().message()).contains(command.toString(), "executed");
  }

  @Test
  void theServersOwnPathIsSearchedForItsCommand() throws IOException {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    Files.createSymbolicLink(bin.resolve("mynode"), FlakyMcpServer.node());
    start(
        new FlakyMcpServer(folder, "{}")
            .set("command", "mynode")
            .set("env.PATH", bin + ":" + System.getenv("PATH")));
    one.ready();
  }

  @Test
  void stderrWithoutNewlinesIsDrainedAndTheLastLinesAreMasked() throws Exception {
    flaky = new FlakyMcpServer(folder, "{\"secret\": \"s3cr3t\"}");
    UnaryOperator<String> masker = text -> text.replace("s3cr3t", "***");
    one = new OneServer(flaky.settings(), masker).ready();
    assertThat(one.text("flood", Map.of("bytes", 400_000))).isEqualTo("flooded");
    one.call("exit", Map.of("code", 4, "last", "\nit is over"));
    assertThat(one.view().lastError().message()).contains("code 4");
    assertThat(one.view().lastError().lastLines())
        .contains("token *** in use", "it is over")
        .noneMatch(line -> line.contains("s3cr3t"));
  }

  private static long sessionOf(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc", String.valueOf(pid), "stat"));
    return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[3]);
  }
}

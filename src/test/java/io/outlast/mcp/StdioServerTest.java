package io.outlast.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.outlast.control.Deadline;
import io.outlast.tool.Delivery;
import io.outlast.tool.Effect;
import io.outlast.tool.ToolExchange;
import io.outlast.tool.ToolListener;
import io.outlast.tool.ToolProgress;
import io.outlast.tool.ToolReply;
import io.outlast.tool.ToolSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@NullUnmarked
class StdioServerTest {

  private static final Map<String, Object> NOTHING = Map.of();

  @TempDir Path folder;
  private FlakyMcpServer flaky;
  private OneServer one;

  @BeforeAll
  static void pollOften() {
    Awaitility.setDefaultPollInterval(Duration.ofMillis(10));
  }

  @AfterAll
  static void pollAsUsual() {
    Awaitility.reset();
  }

  @AfterEach
  void close() {
    if (one != null) {
      one.close();
      assertThat(flaky.pids()).noneMatch(pid -> alive(pid));
    }
  }

  private void start(String options) throws IOException {
    start(new FlakyMcpServer(folder, options));
  }

  private void start(FlakyMcpServer server) {
    flaky = server;
    one = new OneServer(flaky.settings());
  }

  private void ready() throws IOException {
    start("{}");
    one.ready();
  }

  private static Deadline in(Duration duration) {
    return Deadline.after(duration);
  }

  private static boolean alive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  private ToolExchange hang() {
    ToolExchange hang = one.begin("hang", NOTHING, in(Duration.ofSeconds(30)));
    await().until(() -> hang.delivery() == Delivery.MAYBE_EXECUTED);
    return hang;
  }

  @Test
  void anAnswerArrivesAsReceived() throws IOException {
    ready();
    ToolReply reply = one.call("raw", NOTHING);
    assertThat(reply).isInstanceOf(ToolReply.Result.class);
    ToolReply.Result result = (ToolReply.Result) reply;
    assertThat(result.isError()).isTrue();
    assertThat(result.result()).containsKeys("content", "structuredContent", "isError", "vendor");
    assertThat(one.text("echo", Map.of("value", "Ωμέγα 🎈"))).isEqualTo("Ωμέγα 🎈");
  }

  @Test
  void anAbandonedCallIsCancelledOnceAtTheServerByItsOwnId() throws Exception {
    ready();
    ToolExchange hang = hang();
    await().until(() -> flaky.calls("hang").size() == 1);

    assertThat(hang.abandon("tool_timeout").get(2, TimeUnit.SECONDS)).isTrue();
    assertThat(hang.abandon("again").get(2, TimeUnit.SECONDS)).isFalse();

    assertThat(one.text("echo", Map.of("value", "next"))).isEqualTo("next");
    List<JsonNode> cancelled = flaky.received("notifications/cancelled");
    assertThat(cancelled).hasSize(1);
    JsonNode params = cancelled.getFirst().get("params");
    assertThat(params.get("requestId")).isEqualTo(flaky.calls("hang").getFirst().get("id"));
    assertThat(params.get("reason").asString()).isEqualTo("tool_timeout");
    assertThat(hang.reply()).isNotDone();
  }

  @Test
  void anAnsweredCallIsNeverCancelled() throws Exception {
    ready();
    ToolExchange echo = one.begin("echo", NOTHING, in(Duration.ofSeconds(5)));
    echo.reply().get(5, TimeUnit.SECONDS);
    assertThat(echo.delivery()).isEqualTo(Delivery.EXECUTED);
    assertThat(echo.abandon("too late").get(2, TimeUnit.SECONDS)).isFalse();
    one.text("echo", NOTHING);
    assertThat(flaky.received("notifications/cancelled")).isEmpty();
  }

  @Test
  void aLateReplyNeverReachesTheNextCall() throws Exception {
    ready();
    ToolExchange late =
        one.begin("late", Map.of("ms", 300, "value", "TOO LATE"), in(Duration.ofSeconds(5)));
    await().until(() -> flaky.calls("late").size() == 1);
    late.abandon("tool_timeout").get(2, TimeUnit.SECONDS);

    assertThat(one.text("late", Map.of("ms", 600, "value", "in time"))).isEqualTo("in time");
    assertThat(late.reply()).isNotDone();
    assertThat(one.counted("outlast.mcp.late.replies")).isEqualTo(1);
    assertThat(flaky.pids()).hasSize(1);
  }

  @Test
  void aHundredAbandonedCallsLeaveNothingPending() throws Exception {
    ready();
    List<ToolExchange> calls = OneServer.times(100, this::hang);
    assertThat(one.view().inFlight()).isEqualTo(100);
    assertThat(pendingInTheSdk()).isEqualTo(100);

    calls.forEach(call -> call.abandon("tool_timeout"));

    assertThat(one.view().inFlight()).isZero();
    // What may still be there for a moment is the ping of a suspected connection.
    assertThat(pendingInTheSdk()).isLessThan(5);
    await().until(() -> pendingInTheSdk() == 0);
    await().until(() -> flaky.received("notifications/cancelled").size() == 100);
  }

  @Test
  void strayMessagesHarmNothing() throws IOException {
    ready();
    assertThat(one.text("strays", NOTHING)).isEqualTo("after strays");
    // One to nobody, and one that was given before and comes a moment later.
    await().until(() -> one.counted("outlast.mcp.strays", "reply") == 2);
    assertThat(one.counted("outlast.mcp.late.replies")).isZero();
    assertThat(one.counted("outlast.mcp.strays", "progress")).isEqualTo(1);
  }

  @Test
  void linesThatAreNoMessagesAreSkippedAndCounted() throws IOException {
    ready();
    assertThat(one.text("garbage", NOTHING)).isEqualTo("after garbage");
    assertThat(((StdioTransport) one.transports.getFirst()).skippedLines()).isEqualTo(3);
  }

  @Test
  void unreadableRepliesAreProtocolErrorsOfTheirOwnCall() throws IOException {
    ready();
    assertThat(one.call("rpcError", NOTHING))
        .isEqualTo(new ToolReply.ProtocolError(-32000, "upstream said no"));
    assertThat(one.call("oddError", NOTHING))
        .isEqualTo(new ToolReply.ProtocolError(-32603, "just text"));
    assertThat(one.call("oddResult", NOTHING)).isInstanceOf(ToolReply.ProtocolError.class);
    assertThat(one.call("nullResult", NOTHING)).isInstanceOf(ToolReply.ProtocolError.class);
  }

  @Test
  void aDyingProcessFailsEveryCallInFlightAtOnceAndNotAtItsDeadline() throws Exception {
    ready();
    List<ToolExchange> calls = OneServer.times(20, this::hang);
    ProcessHandle process = ProcessHandle.of(one.view().pid()).orElseThrow();
    CompletableFuture<Long> died = process.onExit().thenApply(p -> System.nanoTime());
    CompletableFuture<Long> failed =
        CompletableFuture.allOf(
                calls.stream().map(ToolExchange::reply).toArray(CompletableFuture[]::new))
            .thenApply(v -> System.nanoTime());

    one.begin("exit", Map.of("code", 7), in(Duration.ofSeconds(5)));

    long after = failed.get(5, TimeUnit.SECONDS) - died.get(5, TimeUnit.SECONDS);
    assertThat(Duration.ofNanos(after)).isLessThan(Duration.ofSeconds(2));
    for (ToolExchange call : calls) {
      assertThat(call.reply().join())
          .isInstanceOfSatisfying(
              ToolReply.Lost.class,
              lost -> {
                assertThat(lost.delivery()).isEqualTo(Delivery.MAYBE_EXECUTED);
                // Its last breath and the news of its end race each other; both are true.
                assertThat(lost.cause()).containsAnyOf("code 7", "closed its stdout");
              });
    }
    assertThat(flaky.received("notifications/cancelled")).isEmpty();
  }

  @Test
  void closedStdoutIsALossAndTheProcessIsPutAway() throws Exception {
    ready();
    long old = one.view().pid();
    assertThat(one.call("closeStdout", NOTHING)).isInstanceOf(ToolReply.Lost.class);
    assertThat(one.text("echo", Map.of("value", "new"))).isEqualTo("new");
    await().until(() -> !alive(old));
  }

  @Test
  void anyNumberOfCallersCauseOneRestart() throws Exception {
    ready();
    long generation = one.view().generation();
    ProcessHandle.of(one.view().pid()).orElseThrow().destroyForcibly();

    List<String> told = new CopyOnWriteArrayList<>();
    ToolListener listener =
        new ToolListener() {
          @Override
          public void reconnected(String server, long to) {
            told.add(server + to);
          }
        };
    await().until(() -> !one.view().state().equals("ready"));
    List<ToolExchange> calls =
        OneServer.times(
            16, () -> one.begin("echo", Map.of(), in(Duration.ofSeconds(10)), listener));

    for (ToolExchange call : calls) {
      assertThat(call.reply().get(10, TimeUnit.SECONDS)).isInstanceOf(ToolReply.Result.class);
    }
    assertThat(flaky.pids()).hasSize(2);
    assertThat(one.view().restarts()).isEqualTo(1);
    assertThat(one.view().generation()).isEqualTo(generation + 1);
    assertThat(one.counted("outlast.mcp.reconnects")).isEqualTo(1);
    assertThat(told).isNotEmpty().containsOnly("flaky" + (generation + 1));
  }

  @Test
  void crashesInARowAreRestartedAtOnceAtFirst() throws IOException {
    ready();
    for (int i = 0; i < 4; i++) {
      assertThat(one.call("exit", Map.of("code", 1))).isInstanceOf(ToolReply.Lost.class);
    }
    assertThat(one.text("echo", Map.of("value", "back"))).isEqualTo("back");
    assertThat(flaky.pids()).hasSize(5);
  }

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

  private static long sessionOf(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc", String.valueOf(pid), "stat"));
    return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[3]);
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
  void whatConnectingTookIsKnownAndAPingIsTimed() throws Exception {
    ready();
    one.registry.ping().get(5, TimeUnit.SECONDS);
    assertThat(one.view().timings().connect()).isPositive();
    assertThat(one.view().timings().list()).isPositive();
    assertThat(one.view().timings().ping()).isPositive();
  }

  @Test
  void aReplyOfMegabytesArrivesWholeAndATooLongOneIsALoss() throws IOException {
    ready();
    assertThat(one.text("big", Map.of("bytes", 4_000_000))).hasSize(4_000_000);
    assertThat(one.call("hugeFrame", NOTHING))
        .isInstanceOfSatisfying(
            ToolReply.Lost.class, lost -> assertThat(lost.cause()).contains("16 MiB"));
    assertThat(one.text("echo", Map.of("value", "new"))).isEqualTo("new");
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

  @Test
  void everyPageIsListedOnceThoughTheCursorRunsInACircle() throws IOException {
    start("{\"pages\": 4}");
    one.ready();
    assertThat(one.view().tools()).hasSize(24);
  }

  @Test
  void oneBadToolNeverCostsTheOthers() throws IOException {
    start(
        """
        {"tools": [{"name": "noSchema"}, {"name": "nullSchema", "inputSchema": null},
         {"name": "text", "inputSchema": {"type": "string"}}, {"inputSchema": {}}, null, 7,
         {"name": "oddTypes", "description": 5, "annotations": "x", "inputSchema": {"type": "object", "properties": 3}}]}
        """);
    one.ready();
    assertThat(one.view().tools())
        .extracting(spec -> spec.ref().tool())
        .contains("echo", "noSchema", "nullSchema", "oddTypes")
        .doesNotContain("text");
  }

  @Test
  void aStormOfListChangesLeadsToOneListing() throws IOException {
    ready();
    int before = flaky.received("tools/list").size();
    one.text("storm", NOTHING);
    await().until(() -> one.registry.find("flaky__fresh").isPresent());
    assertThat(flaky.received("tools/list")).hasSize(before + 1);
  }

  @Test
  void progressReachesItsOwnCall() throws Exception {
    ready();
    List<ToolProgress> seen = new CopyOnWriteArrayList<>();
    ToolListener listener =
        new ToolListener() {
          @Override
          public void progress(ToolProgress progress) {
            seen.add(progress);
          }
        };
    Deadline deadline = in(Duration.ofSeconds(5));
    one.begin("progress", Map.of("steps", 3, "every", 20), deadline, listener)
        .reply()
        .get(5, TimeUnit.SECONDS);
    assertThat(seen)
        .extracting(ToolProgress::message)
        .containsExactly("step 1", "step 2", "step 3");
    one.text("echo", NOTHING);
    assertThat(flaky.received("tools/call"))
        .extracting(call -> call.get("params").get("_meta").get("progressToken").asString())
        .doesNotHaveDuplicates();
  }

  @Test
  void requestsOfTheServerAreAnsweredOrDeclined() throws IOException {
    start(new FlakyMcpServer(folder, "{}").set("roots[0]", "file:///srv/data"));
    one.ready();
    JsonNode answers = JsonMapper.shared().readTree(one.text("askBack", NOTHING));
    assertThat(answers.get("ping").isObject()).isTrue();
    assertThat(answers.get("roots/list").get("roots").get(0).get("uri").asString())
        .isEqualTo("file:///srv/data");
    for (String declined : List.of("sampling/createMessage", "elicitation/create", "no/such")) {
      assertThat(answers.get(declined).asInt()).isEqualTo(-32601);
    }
    JsonNode offered = flaky.received("initialize").getFirst().get("params").get("capabilities");
    assertThat(offered.propertyNames()).containsExactly("roots");
  }

  @Test
  void aCallThatWaitsForASlotHasNotBeenSent() throws Exception {
    start(new FlakyMcpServer(folder, "{}").set("max-concurrent-calls", "1"));
    one.ready();
    ToolExchange first = hang();
    ToolExchange second = one.begin("echo", NOTHING, in(Duration.ofSeconds(5)));
    ToolExchange third = one.begin("echo", NOTHING, in(Duration.ofSeconds(5)));
    assertThat(second.abandon("tool_timeout").get(2, TimeUnit.SECONDS)).isFalse();
    assertThat(second.delivery()).isEqualTo(Delivery.NOT_SENT);

    first.abandon("tool_timeout").get(2, TimeUnit.SECONDS);

    assertThat(third.reply().get(5, TimeUnit.SECONDS)).isInstanceOf(ToolReply.Result.class);
    assertThat(flaky.calls("echo")).hasSize(1);
  }

  @Test
  void toolsOfAServerThatIsDownStayOnOffer() throws IOException {
    ready();
    ToolSpec echo = one.registry.find("flaky__echo").orElseThrow();
    assertThat(echo.effect()).isEqualTo(Effect.READ_ONLY);
    one.close();
    assertThat(one.registry.find("flaky__echo")).contains(echo);
    assertThat(one.call("echo", NOTHING)).isInstanceOf(ToolReply.Unavailable.class);
  }

  @Test
  void aTimedOutCallAloneRestartsNothing() throws Exception {
    ready();
    ToolExchange hang = one.begin("hang", NOTHING, in(Duration.ofMillis(300)));
    await().until(() -> flaky.calls("hang").size() == 1);
    hang.abandon("tool_timeout").get(2, TimeUnit.SECONDS);
    await().until(() -> flaky.received("ping").size() == 2 && one.view().state().equals("ready"));
    assertThat(one.view().generation()).isEqualTo(1);
  }

  @Test
  void aServerStuckInACallIsReplacedAfterAnUnansweredPing() throws Exception {
    start("{\"serial\": true}");
    one.ready();
    await().until(() -> flaky.received("ping").size() == 1);
    one.text("echo", NOTHING);
    ToolExchange hang = one.begin("hang", NOTHING, in(Duration.ofMillis(200)));
    await().until(() -> flaky.calls("hang").size() == 1);
    hang.abandon("tool_timeout").get(2, TimeUnit.SECONDS);
    assertThat(one.view().state()).isEqualTo("suspect");

    ToolExchange waiting = one.begin("echo", NOTHING, in(Duration.ofSeconds(20)));

    assertThat(waiting.reply().get(20, TimeUnit.SECONDS)).isInstanceOf(ToolReply.Result.class);
    assertThat(flaky.pids()).hasSize(2);
    assertThat(one.view().lastError().message()).contains("ping");
  }

  @Test
  void aServerThatNeverAnswersPingsIsJudgedBySilence() throws Exception {
    start("{\"noPing\": true}");
    one.ready();
    for (int i = 0; i < 2; i++) {
      timeOut();
      assertThat(one.text("echo", NOTHING)).isEmpty();
    }
    assertThat(one.view().generation()).isEqualTo(1);

    timeOut();
    assertThat(one.view().state()).isEqualTo("suspect");
    timeOut();

    await().until(() -> one.view().generation() == 2);
    assertThat(one.view().lastError().message()).contains("in a row");
  }

  private void timeOut() throws Exception {
    int before = flaky.calls("hang").size();
    ToolExchange hang = one.begin("hang", NOTHING, in(Duration.ofMillis(150)));
    await().until(() -> flaky.calls("hang").size() == before + 1);
    // A deadline has no event to wait for.
    CompletableFuture.runAsync(
            () -> {}, CompletableFuture.delayedExecutor(160, TimeUnit.MILLISECONDS))
        .join();
    hang.abandon("tool_timeout").get(2, TimeUnit.SECONDS);
  }

  @Test
  void aToolThatIsNotOnOfferIsNotCalled() throws IOException {
    start(new FlakyMcpServer(folder, "{}").set("exclude[0]", "h*"));
    one.ready();
    assertThat(one.call("hang", NOTHING)).isInstanceOf(ToolReply.UnknownTool.class);
    assertThat(flaky.received("tools/call")).isEmpty();
  }

  private int pendingInTheSdk() {
    return SdkSession.pending(one.registry, "flaky");
  }
}

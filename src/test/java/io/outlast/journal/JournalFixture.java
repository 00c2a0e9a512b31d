package io.outlast.journal;

import io.outlast.TestDatabase;
import io.outlast.journal.Journal.Ending;
import io.outlast.journal.Journal.Ownership;
import io.outlast.run.CallId;
import io.outlast.run.Limit;
import io.outlast.run.NewRun;
import io.outlast.run.Run;
import io.outlast.run.RunEvent;
import io.outlast.run.RunId;
import io.outlast.run.RunLimits;
import io.outlast.run.RunUsage;
import io.outlast.run.StopReason;
import io.outlast.run.ToolCallRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A journal on every database that holds one, and what to write into it. */
@NullUnmarked
@ParameterizedClass
@EnumSource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class JournalFixture {

  static final Ending ANSWERED = new Ending(StopReason.END_TURN, "42", null);

  @Parameter private TestDatabase database;

  final HandClock clock = new HandClock();
  final JournalTail tail = new JournalTail();
  JdbcClient jdbc;
  UnsureDatabase unsure;
  Journal journal;

  @BeforeEach
  void empty() throws Exception {
    if (jdbc == null) {
      jdbc = JdbcClient.create(database.pool());
      unsure = new UnsureDatabase(database.pool());
      journal = TestJournal.on(unsure, clock, tail);
    }
    jdbc.sql("delete from run").update();
  }

  static List<RunEvent> ofEachKind() {
    return List.of(
        new RunEvent.TurnStarted(1),
        new RunEvent.ModelStarted(1, "m", 2, 3),
        new RunEvent.ModelRetrying(1, 2, "PT1S", "429"),
        new RunEvent.ModelFinished(
            1, "m", List.of(new RunEvent.Call("id", "s__t", "{\"a\":1}")), 1, 2),
        new RunEvent.MessageCompleted(1, "text"),
        new RunEvent.ToolProgressed("call_1", 0.5, null, "half"),
        new RunEvent.ToolFinished("call_1", "m1", null, "t", "failed", "unknown_tool", null),
        new RunEvent.McpReconnected("s", 2),
        new RunEvent.BudgetWarning("turns", 0.8, "soon"));
  }

  Run accept() {
    return accept(null);
  }

  Run accept(@Nullable Instant startAfter) {
    return journal.accept(newRun(Duration.ofMinutes(5), Duration.ZERO, startAfter));
  }

  Ownership claim(Run run) {
    Run claimed = journal.claim(run.id(), "host-1").orElseThrow();
    return new Ownership(run.id(), claimed.epoch());
  }

  Run found(Run run) {
    return journal.find(run.id()).orElseThrow();
  }

  List<String> types(RunId id) {
    return journal.events(id, 0, 1000).stream().map(entry -> entry.event().type()).toList();
  }

  interface Work {
    boolean run(int number) throws Exception;
  }

  static List<Future<Boolean>> atOnce(int count, Work work) throws Exception {
    CompletableFuture<Void> start = new CompletableFuture<>();
    List<Future<Boolean>> results = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < count; i++) {
        int number = i;
        results.add(
            threads.submit(() -> {
              start.get();
              return work.run(number);
            }));
      }
      start.complete(null);
    }
    for (Future<Boolean> result : results) {
      result.get();
    }
    return results;
  }

  long count(String table) {
    return jdbc.sql("select count(*) from " + table).query(Long.class).single();
  }

  static long count(List<Future<Boolean>> results) {
    return results.stream().filter(Future::resultNow).count();
  }

  NewRun newRun(Duration runTimeout, Duration queueTimeout, @Nullable Instant startAfter) {
    return new NewRun(
        "tester", "x", Map.of(), limits(runTimeout, queueTimeout), "{}", startAfter, 0);
  }

  static RunLimits limits(Duration runTimeout, Duration queueTimeout) {
    Limit<Duration> none = new Limit<>(Duration.ZERO, "global");
    return new RunLimits(
        new Limit<>(runTimeout, "request"),
        new Limit<>(queueTimeout, "agent"),
        none,
        new Limit<>(3, "global"),
        new Limit<>(Duration.ofMillis(1500), "global"),
        none,
        none,
        new Limit<>(50, "global"),
        new Limit<>(150, "global"),
        new Limit<>(0L, "global"),
        new Limit<>(262_144L, "global"),
        new Limit<>(8, "global"));
  }

  static Step turn(int turn) {
    return Step.of(List.of(new RunEvent.TurnStarted(turn)), RunUsage.NONE);
  }

  static Step step(ToolCallRecord call) {
    return new Step(
        List.of(new RunEvent.TurnStarted(call.turn()), event(call)),
        List.of(call),
        List.of(),
        new RunUsage(1, 1, 10, 5));
  }

  static Step ending(ToolCallRecord call) {
    return new Step(List.of(), List.of(), List.of(call), RunUsage.NONE);
  }

  static RunEvent event(ToolCallRecord call) {
    return new RunEvent.ToolDispatched(
        call.id(), call.modelCallId(), "fms", call.tool(), Map.of("value", "PT20S"));
  }

  ToolCallRecord dispatched(int turn) {
    return new ToolCallRecord(
        CallId.create(),
        0,
        turn,
        "fms__echo",
        "fms",
        "echo",
        "m" + turn,
        "{\"text\":\"é\"}",
        "dispatched",
        "read_only",
        "not_sent",
        new ToolCallRecord.CallDeadline("PT20S", "server:fms", "run", "PT1M"),
        1,
        clock.instant(),
        null,
        null,
        false,
        null,
        null);
  }

  ToolCallRecord ended(ToolCallRecord call, String status, @Nullable String result) {
    return ended(call, status, result, "It took too long.");
  }

  ToolCallRecord ended(ToolCallRecord call, String status, @Nullable String result, String error) {
    boolean good = status.equals("succeeded");
    return new ToolCallRecord(
        call.id(),
        call.seq(),
        call.turn(),
        call.exposedName(),
        call.server(),
        call.tool(),
        call.modelCallId(),
        call.arguments(),
        status,
        call.effect(),
        "executed",
        call.deadline(),
        2,
        call.startedAt(),
        clock.instant(),
        12L,
        false,
        good ? null : new ToolCallRecord.CallError("tool_timeout", error),
        result);
  }
}

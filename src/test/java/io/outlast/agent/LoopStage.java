package io.outlast.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.observation.ObservationRegistry;
import io.outlast.control.CancelReason;
import io.outlast.control.CancelSignal;
import io.outlast.control.Deadline;
import io.outlast.journal.Journal;
import io.outlast.journal.JournalEntry;
import io.outlast.journal.JournalTail;
import io.outlast.journal.TestJournal;
import io.outlast.run.NewRun;
import io.outlast.run.Run;
import io.outlast.run.ToolCallRecord;
import io.outlast.settings.LimitOverrides;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** Everything a loop needs, for one run at a time, on a real journal. */
final class LoopStage {

  final Journal journal;
  final CancelSignal cancel = new CancelSignal();
  final AtomicBoolean stopping = new AtomicBoolean();
  final PlayedModel model;
  final PlayedTools tools;
  final ObservationRegistry observations = ObservationRegistry.create();
  private final AgentLoop loop;
  private final AgentSpec agent;

  LoopStage(PlayedModel model, PlayedTools tools, LimitOverrides limits) {
    this(TestJournal.inMemory(new JournalTail()), model, tools, limits, Clock.systemUTC());
  }

  private LoopStage(
      Journal journal,
      PlayedModel model,
      PlayedTools tools,
      LimitOverrides limits,
      Clock callClock) {
    this.journal = journal;
    this.model = model;
    this.tools = tools;
    this.agent = TestLoop.agent(limits);
    this.loop = TestLoop.of(journal, model, tools, callClock, observations);
  }

  LoopStage(PlayedModel model, PlayedTools tools) {
    this(model, tools, LimitOverrides.NONE);
  }

  /** The same journal, model and tools in another process. */
  LoopStage restarted() {
    return restartedAfter(Duration.ZERO, tools);
  }

  /** The same journal and model in a process whose calls go on that much later. */
  LoopStage restartedAfter(Duration pause, PlayedTools toolsNow) {
    Clock later = Clock.offset(Clock.systemUTC(), pause);
    return new LoopStage(journal, model, toolsNow, agent.limits(), later);
  }

  /** Stops the process under the run, which is left to the next one. */
  void drain(Run run, Callable<Boolean> when) throws Exception {
    CompletableFuture<LoopEnd> left = CompletableFuture.supplyAsync(() -> loop(run));
    await().until(when);
    cancel.cancel(CancelReason.DRAIN);
    assertThat(left.get()).isInstanceOf(LoopEnd.HandedOver.class);
    log(run).handBack();
  }

  /** Accepts a run and claims it. */
  Run accepted() {
    NewRun run =
        RunRequests.prepare(agent, "do it", LimitOverrides.NONE, "{}", TestLoop.SETTINGS.limits());
    return claim(journal.accept(run));
  }

  Run claim(Run run) {
    return journal.claim(run.id(), "test").orElseThrow();
  }

  LoopEnd loop(Run run) {
    return loop(run, log(run));
  }

  RunLog log(Run run) {
    return new RunLog(journal, run, Clock.systemUTC());
  }

  private LoopEnd loop(Run run, RunLog log) {
    Deadline budget =
        run.deadlineAt() == null
            ? Deadline.never()
            : Deadline.after(Duration.between(Clock.systemUTC().instant(), run.deadlineAt()));
    return loop.run(
        new RunSession(run, agent, LimitOverrides.NONE, log, budget, cancel, stopping::get));
  }

  /** Runs to the end and writes it. */
  Run toTheEnd(Run run) {
    RunLog log = log(run);
    LoopEnd.Over over = (LoopEnd.Over) loop(run, log);
    return log.finish(over.lastStep(), over.ending(), () -> {});
  }

  List<String> types(Run run) {
    return events(run).stream().map(entry -> entry.event().type()).toList();
  }

  List<JournalEntry> events(Run run) {
    return journal.events(run.id(), 0, 1000);
  }

  ToolCallRecord call(Run run, String modelCallId) {
    return journal.allToolCalls(run.id()).stream()
        .filter(call -> call.modelCallId().equals(modelCallId))
        .findFirst()
        .orElseThrow();
  }
}

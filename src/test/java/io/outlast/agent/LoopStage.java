package io.outlast.agent;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.outlast.control.CancelSignal;
import io.outlast.control.Deadline;
import io.outlast.control.Ticker;
import io.outlast.journal.Journal;
import io.outlast.journal.JournalEntry;
import io.outlast.journal.JournalTail;
import io.outlast.journal.TestJournal;
import io.outlast.run.NewRun;
import io.outlast.run.Run;
import io.outlast.run.ToolCallRecord;
import io.outlast.settings.LimitOverrides;
import io.outlast.settings.OutlastSettings;
import io.outlast.tool.ToolRunner;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

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
  private final OutlastSettings settings;

  LoopStage(PlayedModel model, PlayedTools tools, LimitOverrides limits) {
    this(TestJournal.inMemory(new JournalTail()), model, tools, limits);
  }

  private LoopStage(Journal journal, PlayedModel model, PlayedTools tools, LimitOverrides limits) {
    this.journal = journal;
    this.model = model;
    this.tools = tools;
    this.settings =
        new Binder(
                new MapConfigurationPropertySource(
                    Map.of(
                        "outlast.models.played.provider",
                        "scripted",
                        "outlast.data-dir",
                        System.getProperty("java.io.tmpdir"))))
            .bindOrCreate("outlast", OutlastSettings.class);
    this.agent =
        new AgentSpec(
            "tester",
            null,
            null,
            List.of("*"),
            limits,
            null,
            null,
            AgentSpec.Queueing.DEFAULT,
            "Prompt",
            "test");
    ToolRunner runner =
        new ToolRunner(tools, Ticker.SYSTEM, new SimpleMeterRegistry(), observations);
    this.loop =
        new AgentLoop(
            new Conversations(journal),
            new ModelTurns(model, "played", observations),
            new ToolTurns(tools, runner, new ToolLayers(settings), Clock.systemUTC(), observations),
            tools,
            observations);
  }

  LoopStage(PlayedModel model, PlayedTools tools) {
    this(model, tools, LimitOverrides.NONE);
  }

  /** The same journal, model and tools in another process. */
  LoopStage restarted() {
    return new LoopStage(journal, model, tools, agent.limits());
  }

  /** Accepts a run and claims it. */
  Run accepted() {
    NewRun run = RunRequests.prepare(agent, "do it", LimitOverrides.NONE, "{}", settings.limits());
    return claim(journal.accept(run));
  }

  Run claim(Run run) {
    return journal.claim(run.id(), "test").orElseThrow();
  }

  LoopEnd loop(Run run) {
    Deadline budget =
        run.deadlineAt() == null
            ? Deadline.never()
            : Deadline.after(Duration.between(Clock.systemUTC().instant(), run.deadlineAt()));
    return loop.run(
        new RunSession(
            run,
            agent,
            LimitOverrides.NONE,
            new RunLog(journal, run),
            budget,
            cancel,
            stopping::get));
  }

  /** Runs to the end and writes it. */
  Run toTheEnd(Run run) {
    LoopEnd.Over over = (LoopEnd.Over) loop(run);
    return new RunLog(journal, run).finish(over.lastStep(), over.ending());
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

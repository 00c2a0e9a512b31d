package io.outlast.agent;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.outlast.control.CancelReason;
import io.outlast.journal.Journal.Ending;
import io.outlast.journal.JournalEntry;
import io.outlast.journal.StaleOwnerException;
import io.outlast.journal.Step;
import io.outlast.model.Model;
import io.outlast.model.ModelReply;
import io.outlast.run.Run;
import io.outlast.run.RunEvent;
import io.outlast.run.RunUsage;
import io.outlast.run.StopReason;
import io.outlast.telemetry.RunTraces;
import io.outlast.tool.ToolSource;
import io.outlast.tool.ToolSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs an agent: asks its model, runs the tools it calls, tells it the results, until it answers or
 * a limit ends the run. Goes on where the journal stops, so that a restart repeats nothing that was
 * finished. Thread-safe; a run blocks its calling thread, which should be virtual.
 */
public final class AgentLoop {

  private static final Logger log = LoggerFactory.getLogger(AgentLoop.class);

  /** A run that takes its process down with it must not do so for ever. */
  private static final int MOST_RESUMES = 5;

  private final Conversations conversations;
  private final ModelTurns models;
  private final ToolTurns tools;
  private final ToolSource source;
  private final ObservationRegistry observations;

  AgentLoop(
      Conversations conversations,
      ModelTurns models,
      ToolTurns tools,
      ToolSource source,
      ObservationRegistry observations) {
    this.conversations = conversations;
    this.models = models;
    this.tools = tools;
    this.source = source;
    this.observations = observations;
  }

  /** Completes once a run that starts does not pay for loading what all runs need. */
  public CompletableFuture<Void> prepared() {
    return models.prepared();
  }

  /** Runs until the end, a hand-over or the loss of ownership; expected trouble is an ending. */
  public LoopEnd run(RunSession session) {
    Observation span = Spans.run(observations, session.run());
    return RunTraces.within(
        session.run().id().traceId(),
        () ->
            span.observe(() -> {
              LoopEnd end = start(session);
              Spans.ended(span, end);
              return end;
            }));
  }

  private LoopEnd start(RunSession session) {
    try {
      return new Start(session).go();
    } catch (StaleOwnerException e) {
      return new LoopEnd.Lost();
    }
  }

  /** One start of one run. */
  private final class Start {

    private final RunSession session;
    private final Run run;
    private final Conversation conversation;
    private final TurnBudget budget;
    private final KnownConnections connections = new KnownConnections();
    private RunUsage usage;

    Start(RunSession session) {
      this.session = session;
      this.run = session.run();
      boolean fresh = run.epoch() == 1;
      List<JournalEntry> entries = fresh ? List.of() : conversations.events(run.id());
      this.conversation = fresh ? Conversations.fresh(run) : conversations.fold(run, entries);
      this.budget = new TurnBudget(run.limits(), entries);
      this.usage = run.usage();
    }

    LoopEnd go() {
      if (run.losses() > MOST_RESUMES) {
        return LoopEnd.Over.failed(
            StopReason.RECOVERY_EXHAUSTED,
            "The run's process was lost "
                + run.losses()
                + " times; it may be what ends the process, so it is not resumed again.");
      }
      Optional<LoopEnd> missing = Readiness.check(session, source);
      if (missing.isPresent()) {
        return missing.get();
      }
      warnOfLimitsInVain();
      Model model = models.of(session.agent()).orElse(null);
      if (model == null) {
        return LoopEnd.Over.failed(StopReason.MODEL_ERROR, models.missing(session.agent()));
      }
      while (true) {
        LoopEnd end = conversation.open().isPresent() ? callTools() : boundaryThenAsk(model);
        if (end != null) {
          return end;
        }
      }
    }

    /** When the run was accepted nobody could tell for a server that was not reached yet. */
    private void warnOfLimitsInVain() {
      if (session.requestLimits().toolsConfig().isEmpty()) {
        return;
      }
      NamedTools known = NamedTools.of(source);
      String setting = "limits.toolsConfig";
      Stream.of(
              known.problems(setting, session.requestLimits()),
              known.unchecked(setting, session.requestLimits()))
          .flatMap(List::stream)
          .forEach(it -> log.warn("{}: {}", run.id(), it));
    }

    private @Nullable LoopEnd boundaryThenAsk(Model model) {
      LoopEnd stopped = stopped();
      if (stopped != null) {
        return stopped;
      }
      if (conversation.longestRepeat() >= Repeats.FATAL) {
        return LoopEnd.Over.failed(
            StopReason.AGENT_ERROR,
            "The model made the same tool call with the same result "
                + Repeats.FATAL
                + " turns in a row; the run is ended so that it does not go on in a loop.");
      }
      Optional<LoopEnd> exhausted = budget.beforeModelCall(usage);
      if (exhausted.isPresent()) {
        return exhausted.get();
      }
      return ask(model);
    }

    private @Nullable LoopEnd ask(Model model) {
      int turn = conversation.turns() + 1;
      List<ToolSpec> offered = ToolSelection.of(session.agent().tools()).from(source.tools());
      ModelReply reply = models.ask(model, session, conversation, turn, offered);
      return switch (reply) {
        case ModelReply.Answer answer -> answered(turn, answer);
        case ModelReply.Cancelled cancelled -> stopped();
        case ModelReply.TimedOut timeout when timeout.byBudget() -> timedOut();
        case ModelReply.TimedOut timeout ->
            LoopEnd.Over.failed(
                StopReason.MODEL_ERROR,
                "The model did not answer within its limit of "
                    + timeout.limit()
                    + " (model-timeout, "
                    + run.limits().modelTimeout().source()
                    + ").");
        case ModelReply.Failed failed ->
            LoopEnd.Over.failed(
                failed.kind() == ModelReply.Kind.CONTEXT_OVERFLOW
                    ? StopReason.CONTEXT_OVERFLOW
                    : StopReason.MODEL_ERROR,
                failed.message());
      };
    }

    private @Nullable LoopEnd answered(int turn, ModelReply.Answer answer) {
      List<RunEvent.Call> calls = conversation.unique(turn, answer.toolCalls());
      RunUsage used =
          new RunUsage(1, 0, answer.usage().inputTokens(), answer.usage().outputTokens());
      usage = usage.plus(used);
      List<RunEvent> events = new ArrayList<>();
      events.add(
          new RunEvent.ModelFinished(
              turn,
              models.nameFor(session.agent()),
              calls,
              answer.usage().inputTokens(),
              answer.usage().outputTokens()));
      if (!answer.text().isEmpty()) {
        events.add(new RunEvent.MessageCompleted(turn, answer.text()));
      }
      events.addAll(budget.warnings(usage));
      Step step = Step.of(List.copyOf(events), used);
      if (calls.isEmpty()) {
        return new LoopEnd.Over(step, new Ending(StopReason.END_TURN, answer.text(), null));
      }
      Optional<LoopEnd> exhausted = budget.beforeToolCalls(usage, calls.size(), step);
      if (exhausted.isPresent()) {
        return exhausted.get();
      }
      // Lost in a crash, the model is asked again; it is on disk before any of the calls is sent.
      session.log().note(step.events(), used);
      conversation.answered(turn, answer.text(), calls);
      return null;
    }

    private @Nullable LoopEnd callTools() {
      ToolTurns.Result result =
          tools.run(session, connections, conversation, conversation.open().orElseThrow());
      usage = usage.plus(new RunUsage(0, result.newCalls(), 0, 0));
      if (result.runTimedOut()) {
        return timedOut();
      }
      return conversation.open().isPresent() ? stopped() : null;
    }

    /** The end that the cancel signal, the run's time or a stopping process asks for, if any. */
    private @Nullable LoopEnd stopped() {
      CancelReason reason = session.cancel().reason();
      if (reason != null) {
        return switch (reason) {
          case USER -> LoopEnd.Over.because(StopReason.CANCELLED, null);
          case RUN_TIMEOUT -> timedOut();
          case DRAIN -> new LoopEnd.HandedOver();
          case LEASE_LOST -> new LoopEnd.Lost();
        };
      }
      if (session.budget().isExpired()) {
        return timedOut();
      }
      return session.stopping().getAsBoolean() ? new LoopEnd.HandedOver() : null;
    }

    private LoopEnd timedOut() {
      return LoopEnd.Over.because(
          StopReason.RUN_TIMEOUT,
          "The run's time of "
              + run.limits().runTimeout().value()
              + " is used up (run-timeout, "
              + run.limits().runTimeout().source()
              + ").");
    }
  }
}

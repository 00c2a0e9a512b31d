package io.outlast.agent;

import io.outlast.agent.Conversation.Interrupted;
import io.outlast.agent.ToolLayers.RunLayers;
import io.outlast.control.CancelReason;
import io.outlast.control.Deadline;
import io.outlast.journal.Step;
import io.outlast.run.Run;
import io.outlast.run.RunEvent;
import io.outlast.run.RunUsage;
import io.outlast.run.ToolCallRecord;
import io.outlast.tool.Delivery;
import io.outlast.tool.ToolArguments;
import io.outlast.tool.ToolCall;
import io.outlast.tool.ToolCall.Earlier;
import io.outlast.tool.ToolDeadline;
import io.outlast.tool.ToolErrorCode;
import io.outlast.tool.ToolOutcome;
import io.outlast.tool.ToolOutcomes;
import io.outlast.tool.ToolRunner;
import io.outlast.tool.ToolSpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One tool call of a turn, from the model's words to the journaled outcome: the dispatch is on disk
 * before anything is sent, the outcome before the model is asked again.
 */
final class ToolStep {

  private static final Logger log = LoggerFactory.getLogger(ToolStep.class);

  private final TurnCalls calls;
  private final RunSession session;
  private final RunEvent.Call call;
  private final ToolLayers layers;
  private final ToolRunner runner;
  private final Clock clock;

  ToolStep(TurnCalls calls, RunEvent.Call call, ToolLayers layers, ToolRunner runner, Clock clock) {
    this.calls = calls;
    this.session = calls.session();
    this.call = call;
    this.layers = layers;
    this.runner = runner;
    this.clock = clock;
  }

  CallEnd execute() {
    if (session.cancel().isCancelled()) {
      return CallEnd.STOPPED;
    }
    Interrupted before = calls.dispatched(call).orElse(null);
    ToolSpec tool = calls.offered().get(call.name());
    if (before != null && (tool == null || !isRepeatable(before.call()))) {
      return interruptedByRestart(before.call(), Delivery.MAYBE_EXECUTED, before.attempts());
    }
    if (tool == null) {
      List<String> names = calls.offered().keySet().stream().sorted().toList();
      return refused(null, ToolOutcomes.unknownTool(call.name(), names));
    }
    return switch (ToolArguments.parse(call.arguments())) {
      case ToolArguments.Broken broken ->
          refused(tool, ToolOutcomes.invalidArguments(tool, broken.message()));
      case ToolArguments.Parsed parsed -> dispatch(tool, parsed.values(), before);
    };
  }

  private CallEnd dispatch(
      ToolSpec tool, Map<String, Object> arguments, @Nullable Interrupted before) {
    ToolDeadline asOfNow = deadline(tool, arguments);
    ToolDeadline deadline = before == null ? asOfNow : CallRecords.fixed(before.call(), asOfNow);
    ToolCallRecord record =
        before == null ? CallRecords.dispatched(calls, call, tool, deadline, now()) : before.call();
    session.log().append(CallRecords.dispatch(record, deadline, before == null));
    ToolOutcome outcome = run(tool, arguments, deadline, record, before);
    return outcome.isHandedOn()
        ? handedOn(record, outcome)
        : ended(record, outcome, before == null);
  }

  private ToolDeadline deadline(ToolSpec tool, Map<String, Object> arguments) {
    return layers.resolve(
        tool,
        new RunLayers(
            session.requestLimits(),
            session.agent().limits(),
            session.run().limits().requestedTimeoutGrace().value()),
        arguments,
        timeLeft(),
        warning -> log.warn("{} {}: {}", session.run().id(), call.name(), warning));
  }

  private ToolOutcome run(
      ToolSpec tool,
      Map<String, Object> arguments,
      ToolDeadline deadline,
      ToolCallRecord record,
      @Nullable Interrupted before) {
    Run run = session.run();
    Earlier earlier =
        before == null
            ? Earlier.NOTHING
            : new Earlier(Duration.between(record.startedAt(), now()), before.attempts());
    return runner.run(
        new ToolCall(
            record.id(),
            run.id().value(),
            run.agent(),
            tool,
            arguments,
            deadline,
            Map.of(),
            earlier),
        new CallEvents(session.log(), calls.connections(), record.id()),
        session.cancel());
  }

  /**
   * This process stops under the call. One that another start may not repeat has its last word now,
   * while it is known how far it got and whether its server is told.
   */
  private CallEnd handedOn(ToolCallRecord record, ToolOutcome outcome) {
    if (isRepeatable(record) || session.cancel().reason() != CancelReason.DRAIN) {
      return CallEnd.STOPPED;
    }
    noteCancelSent(record.id(), outcome);
    return interruptedByRestart(record, outcome.delivery(), outcome.attempts());
  }

  private CallEnd ended(ToolCallRecord record, ToolOutcome outcome, boolean isNew) {
    ToolCallRecord ended = CallRecords.ended(record, outcome, calls.texts(), now());
    session
        .log()
        .append(
            new Step(
                List.of(CallRecords.finished(ended)), List.of(), List.of(ended), RunUsage.NONE));
    noteCancelSent(record.id(), outcome);
    boolean runTimedOut =
        outcome.error() != null && outcome.error().code() == ToolErrorCode.RUN_TIMEOUT;
    return new CallEnd(calls.texts().of(ended), isNew, runTimedOut);
  }

  /** A call that never gets as far as a server. */
  private CallEnd refused(@Nullable ToolSpec tool, ToolOutcome outcome) {
    ToolCallRecord record =
        CallRecords.ended(
            CallRecords.refused(calls, call, tool, now()), outcome, calls.texts(), now());
    session
        .log()
        .append(
            new Step(
                List.of(CallRecords.finished(record)),
                List.of(record),
                List.of(),
                new RunUsage(0, 1, 0, 0)));
    return new CallEnd(calls.texts().of(record), true, false);
  }

  private CallEnd interruptedByRestart(ToolCallRecord record, Delivery delivery, int attempts) {
    return ended(
        record,
        ToolOutcomes.interruptedByRestart(
            CallRecords.ref(record), CallRecords.effect(record), delivery, attempts),
        false);
  }

  private static boolean isRepeatable(ToolCallRecord record) {
    return CallRecords.effect(record).repeatable();
  }

  private void noteCancelSent(String callId, ToolOutcome outcome) {
    outcome
        .cancelSent()
        .thenAcceptAsync(
            sent -> {
              if (sent) {
                session.log().cancelSent(callId);
              }
            },
            task -> Thread.ofVirtual().name("cancel-sent-" + callId).start(task));
  }

  private @Nullable Duration timeLeft() {
    Deadline budget = session.budget();
    return budget.isNever() ? null : budget.remaining();
  }

  private Instant now() {
    return clock.instant();
  }
}

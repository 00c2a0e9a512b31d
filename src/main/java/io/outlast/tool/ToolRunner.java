package io.outlast.tool;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.observation.ObservationRegistry;
import io.outlast.control.CancelReason;
import io.outlast.control.CancelSignal;
import io.outlast.control.Ticker;
import io.outlast.telemetry.LogWords;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tool calls under their deadlines.
 *
 * <p>A call is settled once, by whatever comes first: its answer, one of its limits, or the run
 * being stopped. Then it is given up at its source, and nothing that comes later can change the
 * outcome. The caller waits on its own thread, which should be a virtual one, and is released in
 * time whatever the source does; a waiting call costs no timer and no polling. Thread-safe.
 */
public final class ToolRunner {

  private static final Logger LOG = LoggerFactory.getLogger(ToolRunner.class);

  private final ToolSource source;
  private final Ticker ticker;
  private final MeterRegistry meters;
  private final ObservationRegistry observations;
  private final CallGuards guards;
  private final Timer overshoot;

  public ToolRunner(
      ToolSource source, Ticker ticker, MeterRegistry meters, ObservationRegistry observations) {
    this.source = source;
    this.ticker = ticker;
    this.meters = meters;
    this.observations = observations;
    this.guards = new CallGuards(meters);
    this.overshoot =
        Timer.builder("outlast.tool.deadline.overshoot")
            .description("How long after a call's limit its caller was released")
            .serviceLevelObjectives(
                Duration.ofMillis(5), Duration.ofMillis(25), Duration.ofMillis(100))
            .register(meters);
  }

  /**
   * Runs one call to its end. Blocks at most until its deadline, which begins to count now, or has
   * begun when the call was first run.
   *
   * @param listener hears of the call's progress until it is settled
   * @param cancel stops the call; when it was given before, the source is not asked at all
   * @return the call's outcome; never fails. An interrupt of the calling thread ends the call as if
   *     the process were stopping, and stays set
   */
  public ToolOutcome run(ToolCall call, ToolListener listener, CancelSignal cancel) {
    CallSpan span = CallSpan.start(observations, call, listener);
    ToolOutcome outcome;
    try (LogWords.Scope words = LogWords.ofServer(call.tool().ref().server())) {
      outcome = carryOut(call.with(span.meta()), span, cancel);
    }
    span.end(outcome);
    return outcome;
  }

  private ToolOutcome carryOut(ToolCall call, ToolListener listener, CancelSignal cancel) {
    ToolRef tool = call.tool().ref();
    CallTime time = new CallTime(call.deadline(), call.earlier().spent(), ticker);
    CallInFlight flight = new CallInFlight(call, source, time, guards.retry(tool), listener);
    boolean interrupted = false;
    Verdict verdict;
    try (CancelSignal.Registration registration = cancel.onCancel(flight::stop)) {
      if (!flight.verdict().isDone()) {
        flight.start();
      }
      try {
        verdict = await(flight, time);
      } catch (InterruptedException e) {
        interrupted = true;
        flight.stop(CancelReason.DRAIN);
        verdict = flight.verdict().join();
      }
    }
    ToolOutcome outcome = settle(call, flight, verdict);
    count(call, outcome, verdict, time);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return outcome;
  }

  private static Verdict await(CallInFlight flight, CallTime time) throws InterruptedException {
    while (true) {
      try {
        return CallGuards.await(flight.verdict(), time.untilNext());
      } catch (TimeoutException due) {
        flight.checkLimits();
      }
    }
  }

  private static ToolOutcome settle(ToolCall call, CallInFlight flight, Verdict verdict) {
    return switch (verdict) {
      case Verdict.Answered(ToolReply reply) -> new Ruling(call, flight.answered()).of(reply);
      case Verdict.GivenUp(Ending ending, var reached) ->
          new Ruling(call, flight.giveUp(ToolMessages.reasonForServer(ending))).of(ending);
    };
  }

  private void count(ToolCall call, ToolOutcome outcome, Verdict verdict, CallTime time) {
    ToolRef tool = call.tool().ref();
    guards.report(tool, verdict);
    meters
        .counter(
            "outlast.tool.calls",
            "server",
            tool.server(),
            "tool",
            tool.tool(),
            "status",
            outcome.status().wireName())
        .increment();
    if (verdict instanceof Verdict.GivenUp givenUp) {
      if (givenUp.reached() != null) {
        overshoot.record(time.since(givenUp.reached()));
      }
      if (outcome instanceof ToolOutcome.TimedOut) {
        warn(call, givenUp.ending());
      }
    }
  }

  private static void warn(ToolCall call, Ending ending) {
    ToolDeadline limits = call.deadline();
    String limit =
        switch (ending) {
          case TOOL_IDLE_TIMEOUT ->
              DurationText.of(limits.idle()) + " without progress, from " + limits.idleSource();
          case TOOL_TIMEOUT -> DurationText.of(limits.value()) + ", from " + limits.source();
          case RUN_TIMEOUT, CANCELLED, HANDED_ON ->
              limits.endsWithRun()
                  ? DurationText.of(limits.value()) + " left of the run"
                  : "the run's time, before " + DurationText.of(limits.value());
        };
    LOG.warn(
        "Deadline of a tool call ({}): run {}, agent {}, server {}, tool {}, call {}, limit {}",
        ending.code().wireName(),
        call.runId(),
        call.agent(),
        call.tool().ref().server(),
        call.tool().ref().tool(),
        call.id(),
        limit);
  }
}

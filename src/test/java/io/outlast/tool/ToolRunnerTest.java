package io.outlast.tool;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.outlast.control.CancelReason;
import io.outlast.control.CancelSignal;
import io.outlast.control.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

@Timeout(60)
class ToolRunnerTest {

  private static final Duration SHORT = Duration.ofMillis(60);
  private static final Duration LONG = Duration.ofSeconds(50);

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final CancelSignal cancel = new CancelSignal();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeEach
  void listen() {
    log.start();
    logger().addAppender(log);
  }

  @AfterEach
  void stopListening() {
    logger().detachAppender(log);
  }

  @Test
  void anAnswerIsPassedOn() {
    ToolOutcome outcome =
        run(source(ScriptedToolSource.answers(result("hello"))), Effect.SIDE_EFFECTING, LONG);

    assertThat(outcome).isEqualTo(new ToolOutcome.Succeeded(Calls.text("hello"), 1));
    assertThat(outcome.cancelSent()).isCompletedWithValue(false);
    assertThat(count("succeeded")).isEqualTo(1);
    assertThat(limiterCalls("successful")).isEqualTo(1);
    assertThat(log.list).isEmpty();
  }

  @Test
  void aServerThatNeverAnswersIsCutAtTheLimitAndTold() throws Exception {
    ScriptedToolSource source = ScriptedToolSource.neverAnswers();
    long start = System.nanoTime();

    ToolOutcome outcome = run(source, Effect.SIDE_EFFECTING, SHORT);

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(SHORT);
    assertThat(outcome).isInstanceOf(ToolOutcome.TimedOut.class);
    assertThat(code(outcome)).isEqualTo(ToolErrorCode.TOOL_TIMEOUT);
    assertThat(outcome.delivery()).isEqualTo(Delivery.MAYBE_EXECUTED);
    assertThat(outcome.attempts()).isEqualTo(1);
    assertThat(outcome.cancelSent().get(5, TimeUnit.SECONDS)).isTrue();
    assertThat(source.next().abandoned()).hasSize(1);
    assertThat(count("timed_out")).isEqualTo(1);
    assertThat(limiterCalls("timeout")).isEqualTo(1);
    assertThat(meters.timer("outlast.tool.deadline.overshoot").count()).isEqualTo(1);
  }

  @Test
  void aFiredDeadlineIsOneWarningThatNamesEverything() {
    run(ScriptedToolSource.neverAnswers(), Effect.SIDE_EFFECTING, SHORT);

    assertThat(log.list).hasSize(1);
    assertThat(log.list.getFirst().getLevel()).isEqualTo(Level.WARN);
    assertThat(log.list.getFirst().getFormattedMessage())
        .contains("run_1", "tester", "fms", "hang", "60 ms", "global", "tool_timeout");
  }

  @Test
  void silenceIsOneWarningToo() {
    ToolOutcome outcome =
        run(ScriptedToolSource.neverAnswers(), Effect.READ_ONLY, Calls.limits(LONG, SHORT, null));

    assertThat(code(outcome)).isEqualTo(ToolErrorCode.TOOL_IDLE_TIMEOUT);
    assertThat(log.list).hasSize(1);
    assertThat(log.list.getFirst().getFormattedMessage())
        .contains("run_1", "tester", "fms", "hang", "60 ms", "server:fms", "tool_idle_timeout");
  }

  @Test
  void theRunsTimeIsNotTheToolsFault() {
    ToolOutcome outcome =
        run(
            ScriptedToolSource.neverAnswers(),
            Effect.READ_ONLY,
            Calls.limits(SHORT, Calls.NONE, "run"));

    assertThat(code(outcome)).isEqualTo(ToolErrorCode.RUN_TIMEOUT);
    assertThat(outcome.status()).isEqualTo(ToolCallStatus.TIMED_OUT);
    assertThat(log.list).hasSize(1);
  }

  @Test
  void aSourceThatBlocksHoldsNobodyUp() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    ScriptedToolSource source =
        source(exchange -> {
          await(release);
        });

    ToolOutcome outcome = run(source, Effect.SIDE_EFFECTING, SHORT);

    assertThat(code(outcome)).isEqualTo(ToolErrorCode.TOOL_TIMEOUT);
    assertThat(outcome.delivery()).isEqualTo(Delivery.MAYBE_EXECUTED);
    assertThat(outcome.cancelSent()).isNotDone();
    release.countDown();
    assertThat(outcome.cancelSent().get(5, TimeUnit.SECONDS)).isTrue();
    assertThat(source.next().abandoned()).hasSize(1);
  }

  @Test
  void aSourceThatBlocksWhenACallIsGivenUpHoldsNobodyUp() {
    CountDownLatch release = new CountDownLatch(1);
    ScriptedToolSource source = source(exchange -> exchange.onAbandon(e -> await(release)));

    ToolOutcome outcome = run(source, Effect.SIDE_EFFECTING, SHORT);

    assertThat(code(outcome)).isEqualTo(ToolErrorCode.TOOL_TIMEOUT);
    assertThat(outcome.cancelSent()).isNotDone();
    release.countDown();
  }

  @Test
  void whatCannotBeProvenNotToHaveLeftMayHaveBeenExecuted() {
    CountDownLatch release = new CountDownLatch(1);
    ScriptedToolSource source =
        source(exchange -> exchange.reached(Delivery.NOT_SENT).onAbandon(e -> await(release)));

    assertThat(run(source, Effect.SIDE_EFFECTING, SHORT).delivery())
        .isEqualTo(Delivery.MAYBE_EXECUTED);
    release.countDown();
  }

  @Test
  void aCallThatLeavesWhileItIsGivenUpIsNotSaidToHaveStayed() {
    ScriptedToolSource source =
        source(exchange ->
            exchange.reached(Delivery.NOT_SENT).onAbandon(e -> e.reached(Delivery.MAYBE_EXECUTED)));

    assertThat(run(source, Effect.SIDE_EFFECTING, SHORT).delivery())
        .isEqualTo(Delivery.MAYBE_EXECUTED);
  }

  @Test
  void aCallThatStillWaitsWasNotSentAndNobodyIsTold() throws Exception {
    ScriptedToolSource source = source(exchange -> exchange.reached(Delivery.NOT_SENT));

    ToolOutcome outcome = run(source, Effect.SIDE_EFFECTING, SHORT);

    assertThat(outcome.delivery()).isEqualTo(Delivery.NOT_SENT);
    assertThat(outcome.cancelSent().get(5, TimeUnit.SECONDS)).isFalse();
    assertThat(outcome.modelText()).contains("never reached the server");
  }

  @ParameterizedTest
  @CsvSource({"SIDE_EFFECTING, OUTCOME_UNKNOWN, 1", "READ_ONLY, FAILED, 2"})
  void aSourceThatThrowsIsALostCall(Effect effect, ToolCallStatus status, int attempts) {
    ToolOutcome outcome =
        run(
            source(exchange -> {
              throw new IllegalStateException("a bug");
            }),
            effect,
            LONG);

    assertThat(outcome.status()).isEqualTo(status);
    assertThat(code(outcome)).isEqualTo(ToolErrorCode.CONNECTION_LOST);
    assertThat(outcome.attempts()).isEqualTo(attempts);
  }

  @Test
  void aReplyThatFailsIsALostCall() {
    ToolOutcome outcome =
        run(
            source(e -> e.reply().completeExceptionally(new AssertionError("never"))),
            Effect.SIDE_EFFECTING,
            LONG);

    assertThat(outcome.status()).isEqualTo(ToolCallStatus.OUTCOME_UNKNOWN);
  }

  @Test
  void anAnswerThatComesBecauseTheToolWasToldToStopNeverReplacesTheVerdict() throws Exception {
    ScriptedToolSource source =
        source(exchange -> exchange.onAbandon(e -> e.reply().complete(result("stopped"))));

    ToolOutcome outcome = run(source, Effect.READ_ONLY, SHORT);
    outcome.cancelSent().get(5, TimeUnit.SECONDS);

    assertThat(source.next().reply()).isDone();
    assertThat(code(outcome)).isEqualTo(ToolErrorCode.TOOL_TIMEOUT);
    assertThat(outcome.result()).isNull();
  }

  @Test
  void aLateAnswerIsNotHeardAndTheNextCallGetsItsOwn() throws Exception {
    ScriptedToolSource source =
        new ScriptedToolSource(exchange -> {}, ScriptedToolSource.answers(result("second")));
    ToolRunner runner = runner(source);
    ToolOutcome first = run(runner, Effect.READ_ONLY, Calls.limit(SHORT));

    source.next().reply().complete(result("TOO LATE"));
    ToolOutcome second = run(runner, Effect.READ_ONLY, Calls.limit(LONG));

    assertThat(code(first)).isEqualTo(ToolErrorCode.TOOL_TIMEOUT);
    assertThat(second.modelText()).isEqualTo("second");
    assertThat(source.started()).hasSize(2);
  }

  @Test
  void lateProgressIsNotHeard() throws Exception {
    List<ToolProgress> heard = new CopyOnWriteArrayList<>();
    ScriptedToolSource source = ScriptedToolSource.neverAnswers();
    runner(source).run(Calls.call(Effect.READ_ONLY, Calls.limit(SHORT)), listener(heard), cancel);

    source.next().request().listener().progress(new ToolProgress(1, null, null));

    assertThat(heard).isEmpty();
  }

  @Test
  void progressHoldsOffTheIdleLimitAndAListenerThatFailsHarmsNothing() throws Exception {
    Duration idle = Duration.ofMillis(400);
    ScriptedToolSource source = ScriptedToolSource.neverAnswers();
    List<ToolProgress> heard = new CopyOnWriteArrayList<>();
    ToolListener listener =
        new ToolListener() {
          @Override
          public void progress(ToolProgress progress) {
            heard.add(progress);
            throw new IllegalStateException("a bug");
          }
        };
    CompletableFuture<ToolOutcome> call =
        later(() ->
            runner(source)
                .run(
                    Calls.call(Effect.READ_ONLY, Calls.limits(LONG, idle, null)),
                    listener,
                    cancel));
    ToolListener signs = source.next().request().listener();
    long end = System.nanoTime() + idle.multipliedBy(2).toNanos();
    // A driven run of signs: each one as soon as half the idle limit has gone by.
    while (System.nanoTime() < end) {
      assertThat(call).isNotDone();
      signs.progress(new ToolProgress(1, 2.0, "on it"));
      new CountDownLatch(1).await(50, TimeUnit.MILLISECONDS);
    }
    long silentSince = System.nanoTime();

    assertThat(code(call.get(10, TimeUnit.SECONDS))).isEqualTo(ToolErrorCode.TOOL_IDLE_TIMEOUT);
    assertThat(System.nanoTime() - silentSince).isGreaterThan(idle.toNanos() / 2);
    assertThat(heard).hasSizeGreaterThan(4);
  }

  @Test
  void silenceBeforeACallHasLeftIsNotTheServers() throws Exception {
    Duration idle = Duration.ofMillis(100);
    ScriptedToolSource source = source(exchange -> exchange.reached(Delivery.NOT_SENT));

    ToolOutcome waiting =
        run(source, Effect.READ_ONLY, Calls.limits(Duration.ofMillis(350), idle, null));
    CompletableFuture<ToolOutcome> sent =
        later(() -> run(source, Effect.READ_ONLY, Calls.limits(LONG, idle, null)));
    source.next();
    ScriptedToolSource.Exchange exchange = source.next();
    exchange.request().listener().sent(1);
    exchange.reached(Delivery.MAYBE_EXECUTED);

    assertThat(code(waiting)).isEqualTo(ToolErrorCode.TOOL_TIMEOUT);
    assertThat(code(sent.get(10, TimeUnit.SECONDS))).isEqualTo(ToolErrorCode.TOOL_IDLE_TIMEOUT);
  }

  @ParameterizedTest
  @EnumSource(CancelReason.class)
  void theRunsStopEndsTheCallAtOnce(CancelReason reason) throws Exception {
    ScriptedToolSource source = ScriptedToolSource.neverAnswers();
    CompletableFuture<ToolOutcome> call = later(() -> run(source, Effect.SIDE_EFFECTING, LONG));
    ScriptedToolSource.Exchange exchange = source.next();

    cancel.cancel(reason);
    ToolOutcome outcome = call.get(10, TimeUnit.SECONDS);

    switch (reason) {
      case USER -> assertThat(code(outcome)).isEqualTo(ToolErrorCode.RUN_CANCELLED);
      case RUN_TIMEOUT -> assertThat(code(outcome)).isEqualTo(ToolErrorCode.RUN_TIMEOUT);
      case DRAIN, LEASE_LOST ->
          assertThat(code(outcome)).isEqualTo(ToolErrorCode.INTERRUPTED_BY_RESTART);
    }
    assertThat(outcome.isHandedOn())
        .isEqualTo(reason == CancelReason.DRAIN || reason == CancelReason.LEASE_LOST);
    assertThat(outcome.cancelSent().get(5, TimeUnit.SECONDS)).isTrue();
    assertThat(exchange.abandoned()).hasSize(1);
  }

  @Test
  void aStopThatWasGivenBeforeBeatsTheDeadlineAndNothingIsSent() {
    ScriptedToolSource source = ScriptedToolSource.neverAnswers();
    cancel.cancel(CancelReason.USER);

    ToolOutcome outcome = run(source, Effect.SIDE_EFFECTING, Duration.ofNanos(1));

    assertThat(code(outcome)).isEqualTo(ToolErrorCode.RUN_CANCELLED);
    assertThat(outcome.delivery()).isEqualTo(Delivery.NOT_SENT);
    assertThat(outcome.attempts()).isZero();
    assertThat(outcome.cancelSent()).isCompletedWithValue(false);
    assertThat(source.started()).isEmpty();
  }

  @Test
  void aRunsTimerThatIsAheadByAHairDoesNotRelabelTheToolsLimit() throws Exception {
    ScriptedToolSource source = ScriptedToolSource.neverAnswers();
    CompletableFuture<ToolOutcome> call =
        later(() -> run(source, Effect.READ_ONLY, Duration.ofMillis(200)));
    source.next();

    cancel.cancel(CancelReason.RUN_TIMEOUT);

    assertThat(code(call.get(10, TimeUnit.SECONDS))).isEqualTo(ToolErrorCode.TOOL_TIMEOUT);
  }

  @Test
  void anInterruptEndsTheCallAsAStoppingProcessDoes() throws Exception {
    ScriptedToolSource source = ScriptedToolSource.neverAnswers();
    CompletableFuture<Boolean> stillSet = new CompletableFuture<>();
    CompletableFuture<ToolOutcome> call = new CompletableFuture<>();
    Thread caller =
        Thread.ofVirtual()
            .start(() -> {
              call.complete(run(source, Effect.SIDE_EFFECTING, LONG));
              stillSet.complete(Thread.currentThread().isInterrupted());
            });
    source.next();

    caller.interrupt();

    assertThat(call.get(10, TimeUnit.SECONDS).isHandedOn()).isTrue();
    assertThat(stillSet.get(10, TimeUnit.SECONDS)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "READ_ONLY, NOT_SENT, 2",
    "IDEMPOTENT, NOT_SENT, 2",
    "SIDE_EFFECTING, NOT_SENT, 2",
    "READ_ONLY, MAYBE_EXECUTED, 2",
    "IDEMPOTENT, MAYBE_EXECUTED, 2",
    "SIDE_EFFECTING, MAYBE_EXECUTED, 1"
  })
  void aLostCallIsSentOnceMoreWhereThatCanDoNoHarm(Effect effect, Delivery delivery, int attempts) {
    ScriptedToolSource source =
        new ScriptedToolSource(
            ScriptedToolSource.loses(delivery), ScriptedToolSource.answers(result("again")));

    ToolOutcome outcome = run(source, effect, LONG);

    assertThat(source.started()).hasSize(attempts);
    assertThat(outcome.attempts()).isEqualTo(attempts);
    if (attempts == 2) {
      assertThat(outcome.modelText()).isEqualTo("again");
      assertThat(retryCalls("successful_with_retry")).isEqualTo(1);
    } else {
      assertThat(outcome).isInstanceOf(ToolOutcome.OutcomeUnknown.class);
      assertThat(retryCalls("failed_without_retry")).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "READ_ONLY, MAYBE_EXECUTED, MAYBE_EXECUTED, FAILED, MAYBE_EXECUTED",
    "READ_ONLY, MAYBE_EXECUTED, NOT_SENT, FAILED, MAYBE_EXECUTED",
    "IDEMPOTENT, NOT_SENT, MAYBE_EXECUTED, FAILED, MAYBE_EXECUTED",
    "SIDE_EFFECTING, NOT_SENT, NOT_SENT, FAILED, NOT_SENT",
    "SIDE_EFFECTING, NOT_SENT, MAYBE_EXECUTED, OUTCOME_UNKNOWN, MAYBE_EXECUTED"
  })
  void aSecondLossIsTheLast(
      Effect effect, Delivery first, Delivery second, ToolCallStatus status, Delivery known) {
    ScriptedToolSource source =
        new ScriptedToolSource(
            ScriptedToolSource.loses(first),
            ScriptedToolSource.loses(second),
            ScriptedToolSource.answers(result("a third time")));

    ToolOutcome outcome = run(source, effect, LONG);

    assertThat(source.started()).hasSize(2);
    assertThat(outcome.status()).isEqualTo(status);
    assertThat(outcome.delivery()).isEqualTo(known);
    assertThat(outcome.attempts()).isEqualTo(2);
    assertThat(code(outcome)).isEqualTo(ToolErrorCode.CONNECTION_LOST);
    assertThat(retryCalls("failed_with_retry")).isEqualTo(1);
  }

  @Test
  void aServerThatIsDownIsNotTriedAgain() {
    ScriptedToolSource source =
        source(ScriptedToolSource.answers(new ToolReply.Unavailable("refused", null, null)));

    ToolOutcome outcome = run(source, Effect.READ_ONLY, LONG);

    assertThat(source.started()).hasSize(1);
    assertThat(code(outcome)).isEqualTo(ToolErrorCode.SERVER_UNAVAILABLE);
    assertThat(outcome.delivery()).isEqualTo(Delivery.NOT_SENT);
  }

  @Test
  void bothAttemptsShareOneDeadlineAndATimeoutIsNotTriedAgain() throws Exception {
    ScriptedToolSource source =
        new ScriptedToolSource(
            ScriptedToolSource.loses(Delivery.MAYBE_EXECUTED),
            exchange -> exchange.reached(Delivery.NOT_SENT));

    ToolOutcome outcome = run(source, Effect.READ_ONLY, SHORT);

    ScriptedToolSource.Exchange first = source.next();
    ScriptedToolSource.Exchange second = source.next();
    assertThat(second.request().deadline()).isSameAs(first.request().deadline());
    assertThat(code(outcome)).isEqualTo(ToolErrorCode.TOOL_TIMEOUT);
    assertThat(outcome.attempts()).isEqualTo(2);
    assertThat(outcome.delivery())
        .as("the first one may have been")
        .isEqualTo(Delivery.MAYBE_EXECUTED);
    assertThat(source.started()).hasSize(2);
    assertThat(first.abandoned()).isEmpty();
    assertThat(second.abandoned()).hasSize(1);
  }

  @Test
  void withoutALimitACallWaitsForItsAnswerOrTheRunsEnd() throws Exception {
    ScriptedToolSource source = ScriptedToolSource.neverAnswers();
    CompletableFuture<ToolOutcome> call =
        later(() -> run(source, Effect.SIDE_EFFECTING, Calls.NONE));
    ScriptedToolSource.Exchange exchange = source.next();
    assertThat(exchange.request().deadline().isNever()).isTrue();

    exchange.reply().complete(result("at last"));

    assertThat(call.get(10, TimeUnit.SECONDS).modelText()).isEqualTo("at last");
  }

  private ToolOutcome run(ToolSource source, Effect effect, Duration limit) {
    return run(source, effect, Calls.limit(limit));
  }

  private ToolOutcome run(ToolSource source, Effect effect, ToolDeadline deadline) {
    return run(runner(source), effect, deadline);
  }

  private ToolOutcome run(ToolRunner runner, Effect effect, ToolDeadline deadline) {
    return runner.run(Calls.call(effect, deadline), ToolListener.NONE, cancel);
  }

  private ToolRunner runner(ToolSource source) {
    return new ToolRunner(source, Ticker.SYSTEM, meters, ObservationRegistry.NOOP);
  }

  private static ScriptedToolSource source(Consumer<ScriptedToolSource.Exchange> part) {
    return new ScriptedToolSource(part);
  }

  private static ToolReply result(String text) {
    return new ToolReply.Result(Calls.text(text));
  }

  private static ToolListener listener(List<ToolProgress> heard) {
    return new ToolListener() {
      @Override
      public void progress(ToolProgress progress) {
        heard.add(progress);
      }
    };
  }

  private static CompletableFuture<ToolOutcome> later(Supplier<ToolOutcome> call) {
    return CompletableFuture.supplyAsync(call, task -> Thread.ofVirtual().start(task));
  }

  private static ToolErrorCode code(ToolOutcome outcome) {
    return Calls.error(outcome).code();
  }

  private double count(String status) {
    return meters
        .get("outlast.tool.calls")
        .tags("server", "fms", "tool", "hang", "status", status)
        .counter()
        .count();
  }

  private double limiterCalls(String kind) {
    return meters
        .get("resilience4j.timelimiter.calls")
        .tags("name", "fms:hang", "kind", kind)
        .counter()
        .count();
  }

  private double retryCalls(String kind) {
    return meters
        .get("resilience4j.retry.calls")
        .tags("name", "fms:hang", "kind", kind)
        .functionCounter()
        .count();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Logger logger() {
    return (Logger) LoggerFactory.getLogger(ToolRunner.class);
  }
}

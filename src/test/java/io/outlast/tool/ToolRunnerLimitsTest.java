package io.outlast.tool;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a call comes to that is answered, or that meets one of its limits. */
class ToolRunnerLimitsTest extends ToolRunnerStage {

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

  private double limiterCalls(String kind) {
    return meters
        .get("resilience4j.timelimiter.calls")
        .tags("name", "fms:hang", "kind", kind)
        .counter()
        .count();
  }
}

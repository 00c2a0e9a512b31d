package io.outlast.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.control.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CallTimeTest {

  private static final long MS = 1_000_000L;

  private long now = Long.MAX_VALUE - 5_000L * MS; // overflows under way, as it may
  private final Ticker ticker = () -> now;

  @Test
  void tenThousandPairsOfLimitAndBudgetAreNeverMislabelled() {
    Random random = new Random(4711);
    for (int i = 0; i < 10_000; i++) {
      long limit = random.nextInt(40);
      long budget = 1L + random.nextInt(40);
      ToolDeadline fixed =
          ToolDeadlines.resolve(
              Calls.tool("hang", Effect.READ_ONLY),
              List.of(ToolLayer.global(Duration.ofMillis(limit), null)),
              Map.of(),
              null,
              Duration.ZERO,
              Duration.ofMillis(budget),
              warning -> {});
      boolean runFirst = limit == 0 || budget <= limit;
      long start = now;
      CallTime time = new CallTime(fixed, ticker);

      CallTime.Reached reached = time.reached();
      while (reached == null) {
        now += 1 + random.nextLong(3 * MS);
        reached = time.reached();
      }

      assertThat(Ending.of(reached.limit(), fixed))
          .as("limit %d, budget %d", limit, budget)
          .isEqualTo(runFirst ? Ending.RUN_TIMEOUT : Ending.TOOL_TIMEOUT);
      assertThat(reached.atNanos() - start).isEqualTo((runFirst ? budget : limit) * MS);
    }
  }

  @Test
  void aThreadThatIsHeldUpBetweenTwoLooksAtTheClockIsNotCutEarly() {
    Ticker slow = () -> now += 2 * MS;
    long start = now;

    CallTime time = new CallTime(Calls.limit(Duration.ofMillis(60)), slow);
    CallTime.Reached reached = time.reached();
    while (reached == null) {
      reached = time.reached();
    }

    assertThat(reached.atNanos() - start).isGreaterThanOrEqualTo(60 * MS);
    assertThat(time.deadline().isExpired()).isTrue();
  }

  @Test
  void progressHoldsOffSilenceButNeverTheDeadline() {
    CallTime time = time(100, 30);
    for (int elapsed = 20; elapsed < 100; elapsed += 20) {
      now += 20 * MS;
      time.heard();
      assertThat(time.reached()).as("after %d ms", elapsed).isNull();
    }
    now += 20 * MS;
    time.heard();

    assertThat(reachedLimit(time)).isEqualTo(CallTime.Limit.TOTAL);
  }

  @Test
  void silenceEndsACallEarly() {
    CallTime time = time(100, 30);

    now += 29 * MS;
    assertThat(time.reached()).isNull();
    assertThat(time.untilNext()).isEqualTo(Duration.ofMillis(1));
    now += MS;
    assertThat(reachedLimit(time)).isEqualTo(CallTime.Limit.IDLE);
  }

  @Test
  void aLateLookStillTellsWhichLimitCameFirst() {
    CallTime idleFirst = time(100, 99);
    CallTime both = time(100, 100);
    CallTime totalFirst = time(100, 101);

    now += 5_000 * MS;

    assertThat(reachedLimit(idleFirst)).isEqualTo(CallTime.Limit.IDLE);
    assertThat(reachedLimit(both)).isEqualTo(CallTime.Limit.TOTAL);
    assertThat(reachedLimit(totalFirst)).isEqualTo(CallTime.Limit.TOTAL);
  }

  @Test
  void withoutLimitsThereIsNothingToWaitFor() {
    CallTime time = time(0, 0);

    now += 1_000_000 * MS;

    assertThat(time.untilNext()).isNull();
    assertThat(time.reached()).isNull();
    assertThat(time.deadline().isNever()).isTrue();
  }

  @Test
  void silenceAloneCanEndACall() {
    CallTime time = time(0, 30);

    now += 30 * MS;

    assertThat(reachedLimit(time)).isEqualTo(CallTime.Limit.IDLE);
  }

  private CallTime time(long total, long idle) {
    return new CallTime(
        Calls.limits(Duration.ofMillis(total), Duration.ofMillis(idle), null), ticker);
  }

  private static CallTime.@Nullable Limit reachedLimit(CallTime time) {
    CallTime.Reached reached = time.reached();
    return reached == null ? null : reached.limit();
  }
}

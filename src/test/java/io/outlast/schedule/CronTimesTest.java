package io.outlast.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.agent.AgentSpec;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** In Berlin summer time begins on 2026-03-29 at 02:00 and ends on 2026-10-25 at 03:00. */
class CronTimesTest {

  private static List<String> from(String cron, String zone, String after, int count) {
    CronTimes times =
        new CronTimes(new AgentSpec.Schedule(cron, zone, "x", AgentSpec.Missed.SKIP, false));
    List<String> all = new ArrayList<>();
    Instant at = ZonedDateTime.parse(after).toInstant();
    for (int i = 0; i < count; i++) {
      at = times.next(at).orElseThrow();
      all.add(at.toString());
    }
    return all;
  }

  @ParameterizedTest
  @CsvSource({
    "0 0 6 * * *,     UTC,              2026-01-01T07:00:00Z, 2026-01-02T06:00:00Z, 2026-01-03T06:00:00Z",
    "0 0 6 * * *,     Europe/Berlin,    2026-06-01T00:00:00Z, 2026-06-01T04:00:00Z, 2026-06-02T04:00:00Z",
    "0 0 9 * * MON,   America/New_York, 2026-01-01T00:00:00Z, 2026-01-05T14:00:00Z, 2026-01-12T14:00:00Z",
    "0 0 6 * * *,     +02:00,           2026-06-01T00:00:00Z, 2026-06-01T04:00:00Z, 2026-06-02T04:00:00Z",
    "0 15 * * * *,    -03:30,           2026-06-01T00:00:00Z, 2026-06-01T00:45:00Z, 2026-06-01T01:45:00Z",
    "*/3 * * * * *,   UTC,              2026-01-01T00:00:01Z, 2026-01-01T00:00:03Z, 2026-01-01T00:00:06Z",
    "@daily,          UTC,              2026-01-01T00:00:00Z, 2026-01-02T00:00:00Z, 2026-01-03T00:00:00Z"
  })
  void anOrdinaryDayIsAsTheExpressionSays(
      String cron, String zone, String after, String first, String second) {
    assertThat(from(cron, zone, after, 2)).containsExactly(first, second);
  }

  @Test
  void aTimeThatSummerTimeLeavesOutComesRightAfterTheGapAndOnce() {
    assertThat(from("0 30 2 * * *", "Europe/Berlin", "2026-03-28T00:00:00Z", 3))
        .containsExactly("2026-03-28T01:30:00Z", "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z");
    assertThat(from("0 0,30 2 * * *", "Europe/Berlin", "2026-03-29T00:30:00Z", 2))
        .containsExactly("2026-03-29T01:00:00Z", "2026-03-30T00:00:00Z");
  }

  @Test
  void aTimeThatComesTwiceIsDueTheFirstTimeOnly() {
    assertThat(from("0 30 2 * * *", "Europe/Berlin", "2026-10-24T00:00:00Z", 3))
        .containsExactly("2026-10-24T00:30:00Z", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z");
    assertThat(from("0 30 2 * * *", "Europe/Berlin", "2026-10-25T01:10:00Z", 1))
        .as("from within the second pass")
        .containsExactly("2026-10-26T01:30:00Z");
  }

  @Test
  void whatComesEveryHourOrEachPartOfItGoesByElapsedTime() {
    assertThat(from("0 30 * * * *", "Europe/Berlin", "2026-10-24T23:45:00Z", 4))
        .containsExactly(
            "2026-10-25T00:30:00Z",
            "2026-10-25T01:30:00Z",
            "2026-10-25T02:30:00Z",
            "2026-10-25T03:30:00Z");
    assertThat(from("0 */30 * * * *", "Europe/Berlin", "2026-03-29T00:15:00Z", 4))
        .containsExactly(
            "2026-03-29T00:30:00Z",
            "2026-03-29T01:00:00Z",
            "2026-03-29T01:30:00Z",
            "2026-03-29T02:00:00Z");
    assertThat(from("0 0 */2 * * *", "Europe/Berlin", "2026-03-28T23:30:00Z", 2))
        .containsExactly("2026-03-29T02:00:00Z", "2026-03-29T04:00:00Z");
  }

  @Test
  void everyInstantIsAfterTheOneBeforeThroughAWholeYear() {
    for (String cron : List.of("0 15 2 * * *", "0 */20 * * * *", "0 0 0-5 * * *", "0 0 12 1 * *")) {
      List<String> year = from(cron, "Europe/Berlin", "2026-01-01T00:00:00Z", 400);
      assertThat(year).doesNotHaveDuplicates().isSorted();
    }
  }
}

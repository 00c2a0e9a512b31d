package io.outlast.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.journal.Journal.Ownership;
import io.outlast.run.NewRun;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import io.outlast.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Lists, and what is deleted from them. */
class JournalListTest extends JournalFixture {

  @Test
  void filtersNarrowAndNewestComesFirst() {
    RunId red = journal.accept(labelled("a", Map.of("team", "red", "n", "1"))).id();
    clock.advance(Duration.ofSeconds(10));
    Instant from = clock.instant();
    RunId blue = journal.accept(labelled("a", Map.of("team", "blue", "n", "1"))).id();
    clock.advance(Duration.ofSeconds(10));
    RunId other = journal.accept(labelled("b", Map.of())).id();
    journal.requestCancel(other, null);
    assertThat(list(only(null, null, Map.of()))).containsExactly(other, blue, red);
    assertThat(list(only(RunStatus.QUEUED, null, Map.of()))).containsExactly(blue, red);
    assertThat(list(only(null, "b", Map.of()))).containsExactly(other);
    assertThat(list(only(null, null, Map.of("n", "1")))).containsExactly(blue, red);
    assertThat(list(only(null, null, Map.of("n", "1", "team", "red")))).containsExactly(red);
    assertThat(list(only(null, null, Map.of("team", "green")))).isEmpty();
    assertThat(list(created(from, null))).containsExactly(other, blue);
    assertThat(list(created(null, from))).containsExactly(red);
    assertThat(list(new RunFilter(null, null, null, null, Map.of(), blue))).containsExactly(red);
  }

  @Test
  void onlyEndedRunsAreDeletedAndNothingOfThemStays() {
    Run run = journal.accept(labelled("a", Map.of("team", "red")));
    assertThat(journal.delete(run.id())).isFalse();
    Ownership owned = claim(run);
    journal.append(owned, step(dispatched(1)));
    assertThat(journal.delete(run.id())).isFalse();
    journal.finish(owned, Step.NOTHING, ANSWERED);
    assertThat(journal.delete(run.id())).isTrue();
    assertThat(journal.find(run.id())).isEmpty();
    for (String table : List.of("run_event", "run_metadata", "tool_call")) {
      assertThat(jdbc.sql("select count(*) from " + table).query(Long.class).single())
          .as(table)
          .isZero();
    }
  }

  @Test
  void onlyWhatEndedLongAgoIsCleanedUp() {
    Run old = accept();
    journal.finish(claim(old), Step.NOTHING, ANSWERED);
    Run running = accept();
    claim(running);
    clock.advance(Duration.ofDays(31));
    Run recent = accept();
    journal.finish(claim(recent), Step.NOTHING, ANSWERED);
    assertThat(journal.deleteEndedBefore(clock.instant().minus(Duration.ofDays(30)))).isEqualTo(1);
    assertThat(journal.find(old.id())).isEmpty();
    assertThat(journal.find(running.id())).isPresent();
    assertThat(journal.find(recent.id())).isPresent();
  }

  private List<RunId> list(RunFilter filter) {
    return journal.list(filter, 10).stream().map(Run::id).toList();
  }

  private static RunFilter only(
      @Nullable RunStatus status, @Nullable String agent, Map<String, String> metadata) {
    return new RunFilter(status, agent, null, null, metadata, null);
  }

  private static RunFilter created(@Nullable Instant since, @Nullable Instant until) {
    return new RunFilter(null, null, since, until, Map.of(), null);
  }

  private NewRun labelled(String agent, Map<String, String> metadata) {
    return new NewRun(
        agent, "x", metadata, limits(Duration.ofMinutes(5), Duration.ZERO), "{}", null, 0);
  }
}

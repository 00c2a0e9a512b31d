package io.outlast.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.journal.Journal.Ownership;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import io.outlast.run.RunUsage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Who hears of what was written. */
class JournalNewsTest extends JournalFixture {

  @Test
  void whatIsWrittenWithinACallersTransactionIsToldAfterItsEnd() {
    Run run = accept();
    CompletableFuture<Void> more = tail.next(run.id());
    new TransactionTemplate(new DataSourceTransactionManager(unsure))
        .executeWithoutResult(status -> {
          claim(run);
          assertThat(more).isNotDone();
        });
    assertThat(more).isCompleted();
  }

  @Test
  void whoWaitsForMoreHearsOfEveryWrite() {
    Run run = accept();
    CompletableFuture<Void> more = tail.next(run.id());
    assertThat(more).isNotDone();
    Ownership owned = claim(run);
    assertThat(more).isCompleted();
    CompletableFuture<Void> end = tail.next(run.id());
    journal.finish(owned, Step.NOTHING, ANSWERED);
    assertThat(end).isCompleted();
  }

  @Test
  void whoWaitsForTheEndGetsTheRunAsItThenIs() {
    Run finished = accept();
    Run cancelled = accept();
    Run expired = journal.accept(newRun(Duration.ZERO, Duration.ofSeconds(30), null));
    List<CompletableFuture<Run>> ends =
        Stream.of(finished, cancelled, expired).map(run -> tail.end(run.id())).toList();

    Ownership owned = claim(finished);
    journal.append(owned, turn(1));
    assertThat(ends).noneMatch(CompletableFuture::isDone);
    journal.finish(owned, turn(2), ANSWERED);
    journal.requestCancel(cancelled.id(), "enough");
    clock.advance(Duration.ofMinutes(1));
    journal.expireQueued(clock.instant());

    assertThat(ends.stream().map(CompletableFuture::resultNow).toList())
        .isEqualTo(List.of(found(finished), found(cancelled), found(expired)));
  }

  @Test
  void whichOfSeveralRunsAreNotOverIsAskedAtOnce() {
    Run queued = accept();
    Run running = accept();
    claim(running);
    Run over = accept();
    journal.finish(claim(over), Step.NOTHING, ANSWERED);
    RunId gone = new RunId("run_gone");

    assertThat(journal.active(List.of(queued.id(), running.id(), over.id(), gone)))
        .isEqualTo(Set.of(queued.id(), running.id()));
    assertThat(journal.active(List.of())).isEmpty();
  }

  @Test
  void whoListensHearsWhatStandsInTheJournal() {
    Run run = accept();
    List<JournalEntry> heard = new ArrayList<>();
    try (JournalTail.Listening listening = tail.listen(run.id(), heard::addAll)) {
      Ownership owned = claim(run);
      journal.append(owned, Step.of(ofEachKind(), RunUsage.NONE));
      journal.finish(owned, turn(2), ANSWERED);
      assertThat(heard).isEqualTo(journal.events(run.id(), 1, 1000));
    }
    heard.clear();
    journal.delete(run.id());
    accept();
    assertThat(heard).isEmpty();
  }

  @Test
  void theNewsOfSeveralRunsAreReadAtOnce() {
    Run one = accept();
    Run other = accept();
    Run unasked = accept();
    claim(unasked);
    Ownership owned = claim(other);
    journal.append(owned, turn(1));
    Map<RunId, Long> seen = Map.of(one.id(), 0L, other.id(), 1L, new RunId("run_gone"), 0L);
    List<JournalEntry> expected = new ArrayList<>(journal.events(one.id(), 0, 10));
    expected.addAll(journal.events(other.id(), 1, 10));
    expected.sort(
        Comparator.comparing((JournalEntry it) -> it.runId().value())
            .thenComparing(JournalEntry::seq));

    assertThat(journal.news(seen, 10)).isEqualTo(expected);
    assertThat(journal.news(seen, 2)).isEqualTo(expected.subList(0, 2));
    assertThat(journal.news(Map.of(), 10)).isEmpty();
  }

  @Test
  void theHeadsOfSeveralRunsAreAskedForAtOnce() {
    Run one = accept();
    Run other = accept();
    claim(other);
    RunId gone = new RunId("run_gone");
    assertThat(journal.heads(List.of(one.id(), other.id(), gone)))
        .isEqualTo(Map.of(one.id(), 1L, other.id(), 2L));
    assertThat(journal.heads(List.of())).isEmpty();
  }
}

package io.outlast.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.journal.Journal.Ownership;
import io.outlast.run.Run;
import io.outlast.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Who gets a run, and when it has to end. */
class JournalClaimTest extends JournalFixture {

  @Test
  void theFirstClaimStartsTheRunAndItsTime() {
    Run run = accept();
    clock.advance(Duration.ofSeconds(5));
    Run claimed = journal.claim(run.id(), "host-1").orElseThrow();
    assertThat(claimed.status()).isEqualTo(RunStatus.RUNNING);
    assertThat(claimed.owner()).isEqualTo("host-1");
    assertThat(claimed.attempt()).isEqualTo(1);
    assertThat(claimed.startedAt()).isEqualTo(clock.instant());
    assertThat(claimed.deadlineAt()).isEqualTo(clock.instant().plus(Duration.ofMinutes(5)));
    assertThat(types(run.id())).containsExactly("run.queued", "run.started");
  }

  @Test
  void aRunWithoutARunTimeoutHasNoDeadline() {
    Run run = journal.accept(newRun(Duration.ZERO, Duration.ZERO, null));
    Run claimed = journal.claim(run.id(), "host-1").orElseThrow();
    assertThat(claimed.deadlineAt()).isNull();
  }

  @Test
  void onlyOneOfManyGetsARun() throws Exception {
    for (int round = 0; round < 5; round++) {
      Run run = accept();
      List<Future<Boolean>> claims =
          atOnce(8, n -> journal.claim(run.id(), "host-" + n).isPresent());
      assertThat(count(claims)).isEqualTo(1);
      assertThat(types(run.id())).containsExactly("run.queued", "run.started");
    }
  }

  @Test
  void anotherClaimGoesOnWithTheSameDeadline() {
    Run run = accept();
    Ownership first = claim(run);
    Instant deadline = found(run).deadlineAt();
    journal.handBack(first);
    clock.advance(Duration.ofSeconds(30));
    Run resumed = journal.claim(run.id(), "host-2").orElseThrow();
    assertThat(resumed.attempt()).isEqualTo(2);
    assertThat(resumed.epoch()).isGreaterThan(first.epoch());
    assertThat(resumed.deadlineAt()).isEqualTo(deadline);
    assertThat(types(run.id())).containsExactly("run.queued", "run.started", "run.resumed");
  }
}

package io.outlast.journal;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outlast.journal.Journal.CancelAnswer;
import io.outlast.journal.Journal.Ownership;
import io.outlast.run.Run;
import io.outlast.run.RunStatus;
import io.outlast.run.StopReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs that are asked to stop, wait too long, or lose their owner. */
class JournalEndTest extends JournalFixture {

  @Test
  void aQueuedRunIsCancelledAtOnce() {
    Run run = accept();
    CancelAnswer answer = journal.requestCancel(run.id(), "enough");
    assertThat(answer.wasTerminal()).isFalse();
    assertThat(answer.run().status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(answer.run().cancelRequestedAt()).isEqualTo(clock.instant());
    assertThat(types(run.id())).containsExactly("run.queued", "run.finished");
    assertThat(journal.claim(run.id(), "host-1")).isEmpty();
  }

  @Test
  void aRunningRunIsAskedOnce() {
    Run run = accept();
    claim(run);
    assertThat(journal.cancelRequested("host-1")).isEmpty();
    journal.requestCancel(run.id(), "enough");
    Instant asked = clock.instant();
    clock.advance(Duration.ofSeconds(5));
    CancelAnswer again = journal.requestCancel(run.id(), "really");
    assertThat(again.wasTerminal()).isFalse();
    assertThat(again.run().cancelRequestedAt()).isEqualTo(asked);
    assertThat(again.run().status()).isEqualTo(RunStatus.RUNNING);
    assertThat(types(run.id())).containsExactly("run.queued", "run.started", "run.cancelling");
    assertThat(journal.cancelRequested("host-1")).containsExactly(run.id());
    assertThat(journal.cancelRequested("host-2")).isEmpty();
  }

  @Test
  void aCancelThatWasAskedForBeforeAHandBackIsNotForgotten() {
    Run run = accept();
    Ownership owned = claim(run);
    journal.requestCancel(run.id(), null);
    journal.handBack(owned);
    Run resumed = journal.claim(run.id(), "host-2").orElseThrow();
    assertThat(resumed.cancelRequestedAt()).isNotNull();
    assertThat(journal.cancelRequested("host-2")).containsExactly(run.id());
  }

  @Test
  void aRunThatIsGoneCanNotBeCancelled() {
    Run run = accept();
    journal.requestCancel(run.id(), null);
    journal.delete(run.id());
    assertThatThrownBy(() -> journal.requestCancel(run.id(), null))
        .isInstanceOf(UnknownRunException.class)
        .hasMessageContaining(run.id().value());
  }

  @Test
  void anEndedRunIsNotCancelled() {
    Run run = accept();
    journal.finish(claim(run), Step.NOTHING, ANSWERED);
    CancelAnswer answer = journal.requestCancel(run.id(), "late");
    assertThat(answer.wasTerminal()).isTrue();
    assertThat(answer.run().status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(answer.run().cancelRequestedAt()).isNull();
  }

  @Test
  void onlyWaitsThatAreOverExpire() {
    Duration queueTimeout = Duration.ofSeconds(30);
    Run late = journal.accept(newRun(Duration.ZERO, queueTimeout, null));
    Run patient = accept();
    Run started = journal.accept(newRun(Duration.ZERO, queueTimeout, null));
    Ownership owned = claim(started);
    journal.handBack(owned);
    Run delayed =
        journal.accept(newRun(Duration.ZERO, queueTimeout, clock.instant().plusSeconds(30)));
    clock.advance(queueTimeout);
    assertThat(journal.expireQueued(clock.instant())).containsExactly(late.id());
    Run ended = found(late);
    assertThat(ended.status()).isEqualTo(RunStatus.TIMED_OUT);
    assertThat(ended.stopReason()).isEqualTo(StopReason.QUEUE_TIMEOUT);
    assertThat(requireNonNull(ended.error()).message()).contains("PT30S");
    assertThat(List.of(found(patient), found(started), found(delayed)))
        .extracting(Run::status)
        .containsOnly(RunStatus.QUEUED);
  }

  @Test
  void aRunTakenFromALostOwnerWaitsAgainAndTheOldOwnerCanNotWrite() {
    Run run = accept();
    Ownership lost = claim(run);
    assertThat(journal.takeBack(run.id())).isTrue();
    assertThat(journal.takeBack(run.id())).isFalse();
    assertThat(found(run).status()).isEqualTo(RunStatus.QUEUED);
    assertThatThrownBy(() -> journal.append(lost, turn(2))).isInstanceOf(StaleOwnerException.class);
    assertThat(journal.claim(run.id(), "host-2").orElseThrow().attempt()).isEqualTo(2);
  }
}

package io.outlast.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outlast.journal.Journal.Ownership;
import io.outlast.run.Run;
import io.outlast.run.RunStatus;
import io.outlast.run.RunUsage;
import io.outlast.run.ToolCallRecord;
import org.junit.jupiter.api.Test;

/** Commits that were not confirmed. */
class JournalUnsureTest extends JournalFixture {

  @Test
  void aStepWhoseCommitWasNotConfirmedIsNotWrittenTwice() {
    Run run = accept();
    Ownership owned = claim(run);
    ToolCallRecord call = dispatched(1);
    unsure.failAfterCommits(2);
    journal.append(owned, step(call));
    unsure.failAfterCommits(1);
    journal.append(owned, ending(ended(call, "succeeded", "{}")));
    assertThat(types(run.id()))
        .containsExactly("run.queued", "run.started", "turn.started", "tool.dispatched");
    assertThat(found(run).usage()).isEqualTo(new RunUsage(1, 1, 10, 5));

    unsure.failAfterCommits(1);
    Run finished = journal.finish(owned, turn(2), ANSWERED);
    assertThat(finished.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(types(run.id())).containsOnlyOnce("run.finished").endsWith("run.finished");
  }

  @Test
  void aHandBackWhoseCommitWasNotConfirmedHappensOnce() {
    Run run = accept();
    Ownership owned = claim(run);
    unsure.failAfterCommits(1);
    journal.handBack(owned);
    assertThat(found(run).status()).isEqualTo(RunStatus.QUEUED);
    claim(run);
    assertThatThrownBy(() -> journal.handBack(owned)).isInstanceOf(StaleOwnerException.class);
  }
}

package io.outlast.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.journal.Journal.Ownership;
import io.outlast.run.Run;
import io.outlast.run.RunStatus;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Many writers at once. */
class JournalRaceTest extends JournalFixture {

  @Test
  void placesHaveNoGapsWhateverWritesAtOnce() throws Exception {
    Run run = accept();
    Ownership owned = claim(run);
    List<Future<Boolean>> writers =
        atOnce(
            8,
            n -> {
              for (int i = 0; i < 20; i++) {
                if (n == 0) {
                  journal.requestCancel(run.id(), "now");
                } else {
                  journal.append(owned, turn(i));
                }
              }
              return true;
            });
    assertThat(count(writers)).isEqualTo(8);
    List<Long> places = journal.events(run.id(), 0, 1000).stream().map(JournalEntry::seq).toList();
    assertThat(places).isEqualTo(LongStream.rangeClosed(1, 2 + 7 * 20 + 1).boxed().toList());
    assertThat(types(run.id())).containsOnlyOnce("run.cancelling");
  }

  @Test
  void aCancelThatRacesTheEndLeavesOneEnd() throws Exception {
    for (int round = 0; round < 10; round++) {
      Run run = accept();
      Ownership owned = claim(run);
      atOnce(
          2,
          n -> {
            if (n == 0) {
              journal.requestCancel(run.id(), null);
            } else {
              journal.finish(owned, Step.NOTHING, ANSWERED);
            }
            return true;
          });
      assertThat(types(run.id())).endsWith("run.finished").containsOnlyOnce("run.finished");
      assertThat(found(run).status()).isEqualTo(RunStatus.COMPLETED);
    }
  }

  @Test
  void aCancelThatRacesTheClaimEitherPreventsItOrReachesIt() throws Exception {
    for (int round = 0; round < 10; round++) {
      Run run = accept();
      List<Future<Boolean>> outcome =
          atOnce(
              2,
              n ->
                  n == 0
                      ? journal.claim(run.id(), "host-1").isPresent()
                      : !journal.requestCancel(run.id(), null).wasTerminal());
      Run after = found(run);
      assertThat(after.cancelRequestedAt()).isNotNull();
      assertThat(after.status())
          .isEqualTo(outcome.getFirst().get() ? RunStatus.RUNNING : RunStatus.CANCELLED);
    }
  }
}

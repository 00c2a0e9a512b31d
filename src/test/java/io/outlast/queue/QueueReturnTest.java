package io.outlast.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.outlast.TestDatabase;
import io.outlast.journal.Journal.Ownership;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs that come back to the queue, on every database. */
@NullUnmarked
@ParameterizedClass
@EnumSource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueueReturnTest extends QueueFixture {

  @Parameter private TestDatabase on;

  @Override
  TestDatabase database() {
    return on;
  }

  @Test
  void aRunThatIsHandedBackIsTakenUpByAnother() {
    Replica first = replica("first", NEVER);
    Run run = first.queue.submit(newRun(null));
    first.pickup.runNow(
        run.id(),
        (claimed, leave) -> {
          journal.handBack(new Ownership(claimed.id(), claimed.epoch()));
          return Left.HANDED_BACK;
        });
    List<Integer> attempts = new CopyOnWriteArrayList<>();
    working(
        1,
        NEVER,
        (again, leave) -> {
          attempts.add(again.attempt());
          return finish(again);
        });
    await().untilAsserted(() -> assertThat(attempts).containsExactly(2));
  }

  @Test
  void aRunWhoseWorkBrokeIsTakenUpAgain() {
    List<Integer> attempts = new CopyOnWriteArrayList<>();
    Replica replica =
        working(
            1,
            SOON,
            (run, leave) -> {
              attempts.add(run.attempt());
              if (run.attempt() == 1) {
                throw new IllegalStateException("on purpose");
              }
              return finish(run);
            });
    replica.queue.submit(newRun(null));
    await().untilAsserted(() -> assertThat(attempts).containsExactly(1, 2));
    await().untilAsserted(() -> assertThat(waiting()).isZero());
  }

  @Test
  void whatIsPickedAfterThePauseIsGivenBack() {
    List<RunId> worked = new CopyOnWriteArrayList<>();
    Replica replica =
        working(
            1,
            NEVER,
            (run, leave) -> {
              worked.add(run.id());
              return finish(run);
            });
    replica.pickup.pause();
    Run run = replica.queue.submit(newRun(null));
    replica.pickup.look();
    assertThat(worked).isEmpty();
    assertThat(replica.table.take(run.id(), Instant.now())).isPresent();
  }
}

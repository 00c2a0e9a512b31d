package io.outlast.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.outlast.TestDatabase;
import io.outlast.journal.Journal.Ownership;
import io.outlast.journal.RequestKey;
import io.outlast.journal.Step;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import io.outlast.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Which run starts when, and how many at once, on every database. */
@NullUnmarked
@ParameterizedClass
@EnumSource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueueOrderTest extends QueueFixture {

  @Parameter private TestDatabase on;

  @Override
  TestDatabase database() {
    return on;
  }

  @Test
  void aSubmittedRunStartsAtOnceAndNotAtTheNextLook() throws InterruptedException {
    CountDownLatch worked = new CountDownLatch(3);
    Replica replica =
        working(
            1,
            NEVER,
            (run, leave) -> {
              worked.countDown();
              return finish(run);
            });
    for (int i = 0; i < 3; i++) {
      replica.queue.submit(newRun(null));
    }
    await().until(() -> worked.getCount() == 0);
    await().untilAsserted(() -> assertThat(waiting()).isZero());
  }

  @Test
  void noMoreRunsThanThereArePlacesAreUnderWayAndAFreedPlaceIsTakenAtOnce() {
    AtomicInteger under = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    Replica replica =
        working(
            3,
            NEVER,
            (run, leave) -> {
              most.accumulateAndGet(under.incrementAndGet(), Math::max);
              await().pollDelay(Duration.ofMillis(5)).until(() -> true);
              under.decrementAndGet();
              done.incrementAndGet();
              return finish(run);
            });
    for (int i = 0; i < 20; i++) {
      replica.queue.submit(newRun(null));
    }
    await().untilAsserted(() -> assertThat(done).hasValue(20));
    assertThat(most).hasValueLessThanOrEqualTo(3);
  }

  @Test
  void runsStartInTheOrderInWhichTheyCame() {
    List<RunId> worked = new CopyOnWriteArrayList<>();
    Replica submitting = replica("submitting", NEVER);
    List<RunId> submitted = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      submitted.add(submitting.queue.submit(newRun(null)).id());
    }
    working(
        1,
        NEVER,
        (run, leave) -> {
          worked.add(run.id());
          return finish(run);
        });
    await().untilAsserted(() -> assertThat(worked).hasSize(5));
    assertThat(worked).isEqualTo(submitted);
  }

  @Test
  void aDelayedRunWaitsForItsTime() {
    List<RunId> worked = new CopyOnWriteArrayList<>();
    Replica replica =
        working(
            1,
            SOON,
            (run, leave) -> {
              worked.add(run.id());
              return finish(run);
            });
    Run later = replica.queue.submit(newRun(Instant.now().plusSeconds(3600)));
    Run soon = replica.queue.submit(newRun(Instant.now().plusMillis(300)));
    await().untilAsserted(() -> assertThat(worked).containsExactly(soon.id()));
    assertThat(journal.find(soon.id()).orElseThrow().startedAt())
        .isAfterOrEqualTo(soon.startAfter());
    assertThat(journal.find(later.id()).orElseThrow().status()).isEqualTo(RunStatus.QUEUED);
  }

  @Test
  void aRunIsInTheQueueIfAndOnlyIfItIsAccepted() {
    Replica replica = replica("a", NEVER);
    TransactionTemplate transaction =
        new TransactionTemplate(new DataSourceTransactionManager(pool));
    transaction.executeWithoutResult(status -> {
      replica.queue.submit(newRun(null));
      status.setRollbackOnly();
    });
    assertThat(waiting()).isZero();
    replica.queue.submit(newRun(null), new RequestKey("k", "body"));
    replica.queue.submit(newRun(null), new RequestKey("k", "body"));
    assertThat(waiting()).isEqualTo(1);
    assertThat(journal.countQueued()).isEqualTo(1);
  }

  @Test
  void aCancelledRunLeavesTheQueueAndNeverStarts() {
    Replica replica = replica("a", NEVER);
    Run run = replica.queue.submit(newRun(null));
    replica.queue.cancel(run.id(), null);
    assertThat(waiting()).isZero();
    assertThat(journal.find(run.id()).orElseThrow().status()).isEqualTo(RunStatus.CANCELLED);
  }

  @Test
  void aRunThatEndedWhileItWasPickedIsLeftAlone() {
    Replica replica = replica("a", NEVER);
    Run run = replica.queue.submit(newRun(null));
    Lease lease = replica.runs.take(run.id()).orElseThrow();
    replica.queue.cancel(run.id(), null);
    replica.runs.serve(
        lease,
        (claimed, leave) -> {
          throw new AssertionError("It must not be worked on");
        });
    assertThat(waiting()).isZero();
  }

  @Test
  void ofTheWaitingTheGreatestPriorityStartsFirst() {
    List<RunId> worked = new CopyOnWriteArrayList<>();
    Replica submitting = replica("submitting", NEVER);
    RunId low = submitting.queue.submit(newRun("a", null, -5)).id();
    RunId usual = submitting.queue.submit(newRun("a", null, 0)).id();
    RunId high = submitting.queue.submit(newRun("a", null, 5)).id();
    working(
        1,
        NEVER,
        (run, leave) -> {
          worked.add(run.id());
          return finish(run);
        });
    await().untilAsserted(() -> assertThat(worked).containsExactly(high, usual, low));
  }

  @Test
  void anAgentsLimitHoldsOverAllReplicasAndAllItsRunsStart() {
    AtomicInteger under = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<RunId> worked = new CopyOnWriteArrayList<>();
    RunWork one =
        new RunWork() {
          @Override
          public Left run(Run run, Runnable leave) {
            most.accumulateAndGet(under.incrementAndGet(), Math::max);
            worked.add(run.id());
            await().pollDelay(Duration.ofMillis(5)).until(() -> true);
            under.decrementAndGet();
            return finish(run);
          }

          @Override
          public int mostAtOnce(String agent) {
            return agent.equals("limited") ? 1 : 0;
          }
        };
    Replica submitting = replica("submitting", NEVER);
    List<RunId> limited = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      limited.add(submitting.queue.submit(newRun("limited", null, 0)).id());
    }
    working(4, SOON, one);
    working(4, SOON, one);
    await().untilAsserted(() -> assertThat(worked).hasSize(10));
    assertThat(most).hasValue(1);
    assertThat(worked).containsExactlyInAnyOrderElementsOf(limited);
    await().untilAsserted(() -> assertThat(waiting()).isZero());
  }

  @Test
  void theEndOfARunAndItsPlaceInTheQueueAreOneTransaction() {
    Replica replica = replica("a", NEVER);
    Run run = replica.queue.submit(newRun(null));
    replica.pickup.runNow(
        run.id(),
        (claimed, leave) -> {
          Ownership owned = new Ownership(claimed.id(), claimed.epoch());
          assertThatThrownBy(() ->
                  journal.finish(
                      owned,
                      Step.NOTHING,
                      ANSWERED,
                      () -> {
                        leave.run();
                        throw new IllegalStateException("not yet");
                      }))
              .hasMessage("not yet");
          assertThat(waiting()).isEqualTo(1);
          assertThat(journal.find(run.id()).orElseThrow().status()).isEqualTo(RunStatus.RUNNING);
          journal.finish(owned, Step.NOTHING, ANSWERED, leave);
          return Left.ENDED;
        });
    assertThat(waiting()).isZero();
    assertThat(journal.find(run.id()).orElseThrow().status()).isEqualTo(RunStatus.COMPLETED);
  }
}

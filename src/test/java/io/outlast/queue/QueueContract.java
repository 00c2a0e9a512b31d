package io.outlast.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.outlast.journal.HandClock;
import io.outlast.journal.Journal;
import io.outlast.journal.Journal.Ending;
import io.outlast.journal.Journal.Ownership;
import io.outlast.journal.JournalTail;
import io.outlast.journal.RequestKey;
import io.outlast.journal.StaleOwnerException;
import io.outlast.journal.Step;
import io.outlast.journal.TestJournal;
import io.outlast.run.Limit;
import io.outlast.run.NewRun;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import io.outlast.run.RunLimits;
import io.outlast.run.RunStatus;
import io.outlast.run.StopReason;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What the queue must do on every database. */
abstract class QueueContract {

  private static final Duration NEVER = Duration.ofHours(1);
  private static final Duration SOON = Duration.ofMillis(100);
  private static final Ending ANSWERED = new Ending(StopReason.END_TURN, "42", null);

  private final HandClock clock = new HandClock();
  private final List<Replica> started = new ArrayList<>();
  private DataSource database;
  private Journal journal;

  void use(DataSource source) {
    database = source;
    journal = TestJournal.on(source, Clock.systemUTC(), new JournalTail());
  }

  @BeforeEach
  void empty() {
    JdbcClient jdbc = JdbcClient.create(database);
    jdbc.sql("delete from run_queue").update();
    jdbc.sql("delete from run").update();
  }

  @AfterEach
  void stop() {
    started.forEach(replica -> replica.pickup.stop());
  }

  // --- waiting and starting

  @Test
  void aSubmittedRunStartsAtOnceAndNotAtTheNextLook() throws InterruptedException {
    CountDownLatch worked = new CountDownLatch(3);
    Replica replica =
        working(
            1,
            NEVER,
            run -> {
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
            run -> {
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
        run -> {
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
            run -> {
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
        new TransactionTemplate(new DataSourceTransactionManager(database));
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
        claimed -> {
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
        run -> {
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
          public Left run(Run run) {
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

  // --- giving back and failing

  @Test
  void aRunThatIsHandedBackIsTakenUpByAnother() {
    Replica first = replica("first", NEVER);
    Run run = first.queue.submit(newRun(null));
    first.pickup.runNow(
        run.id(),
        claimed -> {
          journal.handBack(new Ownership(claimed.id(), claimed.epoch()));
          return Left.HANDED_BACK;
        });
    List<Integer> attempts = new CopyOnWriteArrayList<>();
    working(
        1,
        NEVER,
        again -> {
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
            run -> {
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
            run -> {
              worked.add(run.id());
              return finish(run);
            });
    replica.pickup.pause();
    Run run = replica.queue.submit(newRun(null));
    replica.pickup.look();
    assertThat(worked).isEmpty();
    assertThat(replica.table.take(run.id(), Instant.now())).isPresent();
  }

  // --- leases

  @Test
  void theRunOfASilentOwnerIsTakenOverAndItsOwnerHearsOfIt() throws InterruptedException {
    Replica silent = replica("silent", NEVER);
    Replica other = replica("other", NEVER);
    List<RunId> lost = new CopyOnWriteArrayList<>();
    silent.pickup.onLost(lost::add);
    Run run = silent.queue.submit(newRun(null));
    List<Ownership> old = new CopyOnWriteArrayList<>();
    CountDownLatch holding = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    clock.advance(Duration.between(clock.instant(), Instant.now()));
    Thread work =
        silent.take(
            run,
            claimed -> {
              old.add(new Ownership(claimed.id(), claimed.epoch()));
              holding.countDown();
              awaitQuietly(end);
              return Left.LOST;
            });
    holding.await();

    beatFor(Duration.ofSeconds(15), other);
    assertThat(other.leases.revive()).isZero();
    beatFor(Duration.ofSeconds(10), other);
    assertThat(other.leases.revive()).isEqualTo(1);
    assertThat(journal.find(run.id()).orElseThrow().status()).isEqualTo(RunStatus.QUEUED);

    silent.leases.beat();
    assertThat(lost).containsExactly(run.id());
    assertThatThrownBy(() -> journal.append(old.getFirst(), Step.NOTHING))
        .isInstanceOf(StaleOwnerException.class);
    other.pickup.runNow(run.id(), this::finish);
    end.countDown();
    work.join();
    assertThat(journal.find(run.id()).orElseThrow().status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(waiting()).isZero();
  }

  @Test
  void anOwnerThatBeatsKeepsItsRun() throws InterruptedException {
    Replica owner = replica("owner", NEVER);
    Replica other = replica("other", NEVER);
    clock.advance(Duration.between(clock.instant(), Instant.now()));
    CountDownLatch end = hold(owner, owner.queue.submit(newRun(null)));
    beatFor(Duration.ofMinutes(2), owner, other);
    assertThat(other.leases.revive()).isZero();
    end.countDown();
  }

  @Test
  void afterTheDatabaseWasGoneEveryOwnerGetsTimeForAHeartbeat() throws InterruptedException {
    Replica owner = replica("owner", NEVER);
    Replica other = replica("other", NEVER);
    clock.advance(Duration.between(clock.instant(), Instant.now()));
    CountDownLatch end = hold(owner, owner.queue.submit(newRun(null)));
    clock.advance(Duration.ofSeconds(40));
    assertThat(other.leases.revive()).isZero();
    other.leases.beat();
    assertThat(other.leases.revive()).isZero();
    owner.leases.beat();
    beatFor(Duration.ofSeconds(15), owner, other);
    assertThat(other.leases.revive()).isZero();
    end.countDown();
  }

  @Test
  void aLeaseFromBeforeATakeoverClaimsNothing() {
    Replica slow = replica("slow", NEVER);
    Run run = slow.queue.submit(newRun(null));
    Lease old = slow.runs.take(run.id()).orElseThrow();
    slow.table.free(old);
    slow.runs.take(run.id()).orElseThrow();
    slow.runs.serve(
        old,
        claimed -> {
          throw new AssertionError("It must not be worked on");
        });
    assertThat(waiting()).isEqualTo(1);
  }

  // --- material

  private CountDownLatch hold(Replica replica, Run run) throws InterruptedException {
    CountDownLatch holding = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    replica.take(
        run,
        claimed -> {
          holding.countDown();
          awaitQuietly(end);
          return Left.LOST;
        });
    holding.await();
    return end;
  }

  private void beatFor(Duration time, Replica... replicas) {
    for (Duration passed = Duration.ZERO;
        passed.compareTo(time) < 0;
        passed = passed.plus(LeaseKeeper.HEARTBEAT)) {
      clock.advance(LeaseKeeper.HEARTBEAT);
      for (Replica replica : replicas) {
        replica.leases.beat();
      }
    }
  }

  private Replica working(int places, Duration lookAgain, RunWork work) {
    Replica replica = replica("worker-" + started.size(), lookAgain);
    replica.pickup.start(places, work);
    started.add(replica);
    return replica;
  }

  Replica replica(String name, Duration lookAgain) {
    return new Replica(name, database, journal, clock, lookAgain);
  }

  private Left finish(Run run) {
    journal.finish(new Ownership(run.id(), run.epoch()), Step.NOTHING, ANSWERED);
    return Left.OVER;
  }

  private long waiting() {
    return JdbcClient.create(database)
        .sql("select count(*) from run_queue")
        .query(Long.class)
        .single();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static NewRun newRun(@Nullable Instant startAfter) {
    return newRun("tester", startAfter, 0);
  }

  private static NewRun newRun(String agent, @Nullable Instant startAfter, int priority) {
    Limit<Duration> none = new Limit<>(Duration.ZERO, "global");
    RunLimits limits =
        new RunLimits(
            none,
            none,
            none,
            new Limit<>(3, "global"),
            none,
            none,
            none,
            new Limit<>(50, "global"),
            new Limit<>(150, "global"),
            new Limit<>(0L, "global"),
            new Limit<>(262_144L, "global"),
            new Limit<>(8, "global"));
    return new NewRun(agent, "x", Map.of(), limits, "{}", startAfter, priority);
  }
}

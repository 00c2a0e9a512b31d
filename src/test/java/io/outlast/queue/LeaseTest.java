package io.outlast.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outlast.TestDatabase;
import io.outlast.journal.Journal.Ownership;
import io.outlast.journal.StaleOwnerException;
import io.outlast.journal.Step;
import io.outlast.journal.TestJournal;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import io.outlast.run.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.transaction.support.TransactionOperations;

/** Whose a run is, and for how long, on every database. */
@NullUnmarked
@ParameterizedClass
@EnumSource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LeaseTest extends QueueFixture {

  @Parameter private TestDatabase on;

  @Override
  TestDatabase database() {
    return on;
  }

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
            (claimed, leave) -> {
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
    assertThat(other.meters.counter("outlast.run.recoveries").count()).isEqualTo(1);
    assertThat(journal.find(run.id()).orElseThrow().status()).isEqualTo(RunStatus.QUEUED);

    silent.leases.beat();
    assertThat(lost).containsExactly(run.id());
    assertThatThrownBy(() -> journal.append(old.getFirst(), Step.NOTHING))
        .isInstanceOf(StaleOwnerException.class);
    other.pickup.runNow(run.id(), (claimed, leave) -> finish(claimed));
    end.countDown();
    work.join();
    assertThat(journal.find(run.id()).orElseThrow().status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(waiting()).isZero();
  }

  @Test
  void aRecoveryThatIsRolledBackIsNotCounted() {
    Replica dead = replica("dead", NEVER);
    Replica other = replica("other", NEVER);
    Run run = dead.queue.submit(newRun(null));
    journal.claim(run.id(), "dead").orElseThrow();
    TransactionOperations transaction = TestJournal.transactions(pool);
    transaction.executeWithoutResult(status -> {
      other.leases.takeBack(run.id());
      status.setRollbackOnly();
    });
    assertThat(other.meters.counter("outlast.run.recoveries").count()).isZero();
    transaction.executeWithoutResult(status -> other.leases.takeBack(run.id()));
    assertThat(other.meters.counter("outlast.run.recoveries").count()).isEqualTo(1);
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
        (claimed, leave) -> {
          throw new AssertionError("It must not be worked on");
        });
    assertThat(waiting()).isEqualTo(1);
  }
}

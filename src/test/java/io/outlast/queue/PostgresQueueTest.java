package io.outlast.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.outlast.TestDatabase;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

@NullUnmarked
class PostgresQueueTest extends QueueFixture {

  @Override
  TestDatabase database() {
    return TestDatabase.POSTGRES;
  }

  @Test
  void whatOneProcessSaysAnotherHearsAtOnce() {
    Replica speaking = replica("speaking", Duration.ofHours(1));
    Replica hearing = replica("hearing", Duration.ofHours(1));
    List<RunId> cancelled = new CopyOnWriteArrayList<>();
    AtomicInteger work = new AtomicInteger();
    hearing.queue.onCancel(cancelled::add);
    hearing.queue.onWork(work::incrementAndGet);
    hearing.signals.listen(hearing.queue::wake, hearing.queue::cancelled);
    try {
      // Listening begins with a look of its own.
      await().untilAsserted(() -> assertThat(work).hasValue(1));
      Run run = speaking.queue.submit(newRun(null));
      await().untilAsserted(() -> assertThat(work).hasValue(2));
      speaking.take(
          run,
          (claimed, leave) -> {
            speaking.queue.cancel(claimed.id(), null);
            return Left.LOST;
          });
      await().untilAsserted(() -> assertThat(cancelled).containsExactly(run.id()));
    } finally {
      hearing.signals.stop();
    }
  }

  @Test
  void othersHearOfANewRunOnlyWhenThereIsNoPlaceForItHere() {
    Replica hearing = replica("hearing", Duration.ofHours(1));
    AtomicInteger work = new AtomicInteger();
    hearing.queue.onWork(work::incrementAndGet);
    hearing.signals.listen(hearing.queue::wake, hearing.queue::cancelled);
    CountDownLatch end = new CountDownLatch(1);
    try {
      await().untilAsserted(() -> assertThat(work).hasValue(1));
      Replica busy =
          working(
              1,
              Duration.ofHours(1),
              (run, leave) -> {
                awaitQuietly(end);
                return finish(run);
              });
      busy.queue.submit(newRun(null));
      await().until(() -> !busy.pickup.hasRoom());
      busy.queue.submit(newRun(null));
      // What was said of the first would have come before this.
      await().untilAsserted(() -> assertThat(work).hasValue(2));
      end.countDown();
      await().until(() -> waiting() == 0 && busy.pickup.hasRoom());
    } finally {
      end.countDown();
      hearing.signals.stop();
    }
  }

  /**
   * The late owner of the first has the run and wants its place in the queue, whoever revives has
   * the place and wants the run.
   */
  @Test
  void whoeverIsTheVictimOfADeadlockWithALateOwnerGoesOnWithTheNext() throws Exception {
    Replica dead = replica("dead", Duration.ofHours(1));
    Replica other = replica("other", Duration.ofHours(1));
    Run first = running(dead);
    running(dead);
    try (Connection late = pool.getConnection();
        Statement sql = late.createStatement()) {
      // The other one looks for deadlocks sooner.
      sql.execute("set deadlock_timeout = '60s'");
      late.setAutoCommit(false);
      sql.executeUpdate("update run set error = 'late' where id = '" + first.id() + "'");
      CompletableFuture<Integer> revived = CompletableFuture.supplyAsync(other.leases::reviveAll);
      await().until(this::anybodyWaitsForALock);
      sql.executeUpdate(
          "update run_queue set priority = 1 where task_instance = '" + first.id() + "'");

      assertThat(revived.get(30, TimeUnit.SECONDS)).isEqualTo(1);

      late.rollback();
      sql.execute("reset deadlock_timeout");
    }
    assertThat(other.leases.reviveAll()).isEqualTo(1);
  }

  private Run running(Replica owner) {
    Run run = owner.queue.submit(newRun(null));
    owner.runs.serve(owner.runs.take(run.id()).orElseThrow(), (claimed, leave) -> Left.LOST);
    return run;
  }

  private boolean anybodyWaitsForALock() {
    return JdbcClient.create(pool)
            .sql("select count(*) from pg_stat_activity where wait_event_type = 'Lock'")
            .query(Integer.class)
            .single()
        > 0;
  }
}

package io.outlast.queue;

import io.outlast.TestDatabase;
import io.outlast.journal.HandClock;
import io.outlast.journal.Journal;
import io.outlast.journal.Journal.Ending;
import io.outlast.journal.Journal.Ownership;
import io.outlast.journal.JournalTail;
import io.outlast.journal.Step;
import io.outlast.journal.TestJournal;
import io.outlast.run.Limit;
import io.outlast.run.NewRun;
import io.outlast.run.Run;
import io.outlast.run.RunLimits;
import io.outlast.run.StopReason;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import javax.sql.DataSource;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A queue on a database, its replicas, and runs to put into it. */
@NullUnmarked
abstract class QueueFixture {

  static final Duration NEVER = Duration.ofHours(1);
  static final Duration SOON = Duration.ofMillis(100);
  static final Ending ANSWERED = new Ending(StopReason.END_TURN, "42", null);

  final HandClock clock = new HandClock();
  final List<Replica> started = new ArrayList<>();
  DataSource pool;
  Journal journal;

  abstract TestDatabase database();

  @BeforeEach
  void empty() throws Exception {
    if (pool == null) {
      pool = database().pool();
      journal = TestJournal.on(pool, Clock.systemUTC(), new JournalTail());
    }
    JdbcClient jdbc = JdbcClient.create(pool);
    jdbc.sql("delete from run_queue").update();
    jdbc.sql("delete from run").update();
  }

  @AfterEach
  void stop() {
    started.forEach(replica -> replica.pickup.stop());
  }

  CountDownLatch hold(Replica replica, Run run) throws InterruptedException {
    CountDownLatch holding = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    replica.take(
        run,
        (claimed, leave) -> {
          holding.countDown();
          awaitQuietly(end);
          return Left.LOST;
        });
    holding.await();
    return end;
  }

  void beatFor(Duration time, Replica... replicas) {
    for (Duration passed = Duration.ZERO;
        passed.compareTo(time) < 0;
        passed = passed.plus(LeaseKeeper.HEARTBEAT)) {
      clock.advance(LeaseKeeper.HEARTBEAT);
      for (Replica replica : replicas) {
        replica.leases.beat();
      }
    }
  }

  Replica working(int places, Duration lookAgain, RunWork work) {
    Replica replica = replica("worker-" + started.size(), lookAgain);
    replica.pickup.start(places, work);
    started.add(replica);
    return replica;
  }

  Replica replica(String name, Duration lookAgain) {
    return new Replica(name, pool, journal, clock, lookAgain);
  }

  Left finish(Run run) {
    journal.finish(new Ownership(run.id(), run.epoch()), Step.NOTHING, ANSWERED);
    return Left.OVER;
  }

  long waiting() {
    return JdbcClient.create(pool).sql("select count(*) from run_queue").query(Long.class).single();
  }

  static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static NewRun newRun(@Nullable Instant startAfter) {
    return newRun("tester", startAfter, 0);
  }

  static NewRun newRun(String agent, @Nullable Instant startAfter, int priority) {
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

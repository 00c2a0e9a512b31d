package io.outlast.queue;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.SchedulerName;
import io.outlast.journal.Journal;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Executors;
import javax.sql.DataSource;

/** The queue's public parts on a database, for tests of those who use them. */
public final class TestQueue {

  private TestQueue() {}

  public static RunQueue runs(DataSource database, Journal journal) {
    return new Replica("test", database, journal, Clock.systemUTC(), Duration.ofHours(1)).queue;
  }

  /** A process's queue and what it picks from it. */
  public record Parts(RunQueue queue, RunPickup pickup) {}

  public static Parts parts(String name, DataSource database, Journal journal) {
    Replica one = new Replica(name, database, journal, Clock.systemUTC(), Duration.ofHours(1));
    return new Parts(one.queue, one.pickup);
  }

  /** What another process does when it takes every owner for dead. */
  public static void reviveAll(DataSource database, Journal journal) {
    Replica other = new Replica("other", database, journal, Clock.systemUTC(), Duration.ofHours(1));
    other.leases.reviveAll();
  }

  public static Schedules schedules(DataSource database) {
    return new Schedules(
        SchedulerClient.Builder.create(database)
            .jdbcCustomization(QueueDialect.of(database).sql())
            .build());
  }

  /** A process that fires what is due, until it is closed. */
  public static AutoCloseable firing(
      String name, DataSource database, Schedules.Timetable timetable) {
    Scheduler scheduler =
        Scheduler.create(database, Schedules.task(() -> timetable))
            .jdbcCustomization(QueueDialect.of(database).sql())
            .schedulerName(new SchedulerName.Fixed(name))
            .executorService(Executors.newVirtualThreadPerTaskExecutor())
            .pollingInterval(Duration.ofMillis(50))
            .build();
    scheduler.start();
    return scheduler::stop;
  }
}

package io.outlast.queue;

import com.github.kagkarlsson.scheduler.SchedulerClient;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.boot.config.DbSchedulerCustomizer;
import com.github.kagkarlsson.scheduler.jdbc.JdbcCustomization;
import com.github.kagkarlsson.scheduler.task.Task;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.outlast.journal.Journal;
import io.outlast.settings.OutlastSettings;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.transaction.support.TransactionOperations;

@Configuration(proxyBeanMethods = false)
@EnableScheduling
class QueueConfiguration {

  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);
  private static final String SWITCH = "internal.outlast-worker";

  @Bean
  Owner owner() {
    return Owner.ofThisProcess();
  }

  @Bean
  QueueDialect queueDialect(DataSource database) {
    return QueueDialect.of(database);
  }

  @Bean
  QueueTable queueTable(JdbcClient jdbc, Owner owner) {
    return new QueueTable(jdbc, owner);
  }

  @Bean(initMethod = "start", destroyMethod = "stop")
  LeaseKeeper leaseKeeper(
      QueueTable table,
      Journal journal,
      TransactionOperations transaction,
      Clock clock,
      MeterRegistry meters) {
    return new LeaseKeeper(table, journal, transaction, clock, meters);
  }

  @Bean(destroyMethod = "stop")
  QueueSignals queueSignals(
      JdbcClient jdbc, DataSource database, QueueDialect dialect, Owner owner) {
    return new QueueSignals(jdbc, database, dialect, owner);
  }

  @Bean
  RunQueue runQueue(
      Journal journal, QueueTable table, TransactionOperations transaction, QueueSignals signals) {
    return new RunQueue(journal, table, transaction, signals);
  }

  @Bean
  LeasedRuns leasedRuns(
      QueueTable table,
      LeaseKeeper leases,
      Journal journal,
      TransactionOperations transaction,
      Owner owner) {
    return new LeasedRuns(table, leases, journal, transaction, owner);
  }

  @Bean
  RunPickup runPickup(
      DataSource database,
      QueueDialect dialect,
      Owner owner,
      LeasedRuns runs,
      RunQueue queue,
      QueueSignals signals) {
    RunPickup pickup = new RunPickup(database, dialect, owner, runs, LOOK_AGAIN);
    queue.onWork(pickup::look);
    queue.roomHere(pickup::hasRoom);
    runs.onFreed(signals::work);
    return pickup;
  }

  /** A command leaves the queue alone; see {@code io.outlast.worker.WorkerSwitch}. */
  @Bean
  @ConditionalOnProperty(name = SWITCH, havingValue = "true", matchIfMissing = true)
  QueueKeeper queueKeeper(
      Journal journal, RunQueue queue, QueueTable table, LeaseKeeper leases, Clock clock) {
    return new QueueKeeper(journal, queue, table, leases, clock);
  }

  @Bean
  @ConditionalOnProperty(name = SWITCH, havingValue = "true", matchIfMissing = true)
  InitializingBean otherProcesses(QueueSignals signals, RunQueue queue) {
    return () -> signals.listen(queue::wake, queue::cancelled);
  }

  /** Short work by the clock: one place for all replicas, apart from the runs. */
  @Bean
  DbSchedulerCustomizer jobs(QueueDialect dialect, Owner owner) {
    return new DbSchedulerCustomizer() {
      @Override
      public Optional<SchedulerName> schedulerName() {
        return Optional.of(new SchedulerName.Fixed(owner.name()));
      }

      @Override
      public Optional<ExecutorService> executorService() {
        return Optional.of(
            Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("job-", 0).factory()));
      }

      @Override
      public Optional<JdbcCustomization> jdbcCustomization() {
        return Optional.of(dialect.sql());
      }
    };
  }

  @Bean
  Task<?> retentionTask(Journal journal, Clock clock, OutlastSettings settings) {
    return new Retention(journal, clock, settings.runs().retention()).task();
  }

  @Bean
  Schedules schedules(DataSource database, QueueDialect dialect) {
    return new Schedules(
        SchedulerClient.Builder.create(new TransactionAwareDataSourceProxy(database))
            .jdbcCustomization(dialect.sql())
            .build());
  }

  @Bean
  Task<?> scheduleTask(ObjectProvider<Schedules.Timetable> timetable) {
    return Schedules.task(timetable::getObject);
  }

  @Bean
  MeterBinder queueDepth(RunQueue queue) {
    return registry ->
        Gauge.builder("outlast.queue.depth", queue, RunQueue::depth)
            .description("Runs that wait to be started")
            .register(registry);
  }
}

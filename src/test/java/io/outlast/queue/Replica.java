package io.outlast.queue;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outlast.journal.Journal;
import io.outlast.journal.TestJournal;
import io.outlast.run.Run;
import java.time.Clock;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;

/** The queue as one process has it; heartbeats come when the test says so. */
final class Replica {

  final MeterRegistry meters = new SimpleMeterRegistry();
  final QueueSignals signals;
  final QueueTable table;
  final LeaseKeeper leases;
  final LeasedRuns runs;
  final RunQueue queue;
  final RunPickup pickup;

  Replica(String name, DataSource database, Journal journal, Clock clock, Duration lookAgain) {
    Owner owner = new Owner(name);
    QueueDialect found = QueueDialect.of(database);
    // Several replicas in one process share even a database that is embedded.
    QueueDialect dialect = new QueueDialect(found.sql(), found.postgres(), false);
    TransactionOperations transaction = TestJournal.transactions(database);
    signals = new QueueSignals(JdbcClient.create(database), database, dialect, owner);
    table = new QueueTable(JdbcClient.create(database), owner);
    leases = new LeaseKeeper(table, journal, transaction, clock, meters);
    runs = new LeasedRuns(table, leases, journal, transaction, owner);
    queue = new RunQueue(journal, table, transaction, signals);
    pickup = new RunPickup(database, dialect, owner, runs, lookAgain);
    queue.onWork(pickup::look);
    queue.roomHere(pickup::hasRoom);
    runs.onFreed(signals::work);
  }

  /** Takes this run now, in a thread of its own. */
  Thread take(Run run, RunWork work) {
    return Thread.ofVirtual().start(() -> pickup.runNow(run.id(), work));
  }
}

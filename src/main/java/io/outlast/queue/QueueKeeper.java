package io.outlast.queue;

import io.outlast.journal.Journal;
import io.outlast.run.RunId;
import java.time.Clock;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * Looks after what waits: ends runs whose queue timeout is over, gives runs of dead owners back.
 */
final class QueueKeeper {

  private static final Logger log = LoggerFactory.getLogger(QueueKeeper.class);

  private final Journal journal;
  private final RunQueue queue;
  private final QueueTable table;
  private final LeaseKeeper leases;
  private final Clock clock;

  QueueKeeper(Journal journal, RunQueue queue, QueueTable table, LeaseKeeper leases, Clock clock) {
    this.journal = journal;
    this.queue = queue;
    this.table = table;
    this.leases = leases;
    this.clock = clock;
  }

  @Scheduled(fixedDelayString = "PT1S", initialDelayString = "PT1S")
  void expire() {
    List<RunId> expired = journal.expireQueued(clock.instant());
    if (!expired.isEmpty()) {
      log.info("Queue timeout ended {} run(s) before their start: {}", expired.size(), expired);
      expired.forEach(table::removeWaiting);
    }
  }

  /** Room is made as runs end; this is for a raised limit, and for an owner that died. */
  @Scheduled(fixedDelayString = "PT5S", initialDelayString = "PT5S")
  void unpark() {
    if (table.unpark(null) > 0) {
      queue.wake();
    }
  }

  @Scheduled(fixedDelayString = "PT2S", initialDelayString = "PT2S")
  void revive() {
    if (leases.revive() > 0) {
      queue.wake();
    }
  }
}

package io.outlast.queue;

import io.outlast.journal.Journal;
import io.outlast.run.RunId;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * Looks after what waits: ends runs whose queue timeout is over, gives runs of dead owners back,
 * and deletes what is older than the retention.
 */
final class QueueKeeper {

  private static final Logger log = LoggerFactory.getLogger(QueueKeeper.class);

  private static final Duration REQUESTS_KNOWN_FOR = Duration.ofHours(24);

  private final Journal journal;
  private final RunQueue queue;
  private final Clock clock;
  private final Duration retention;

  QueueKeeper(Journal journal, RunQueue queue, Clock clock, Duration retention) {
    this.journal = journal;
    this.queue = queue;
    this.clock = clock;
    this.retention = retention;
  }

  @Scheduled(fixedDelayString = "PT1S", initialDelayString = "PT1S")
  void expireAndRevive() {
    List<RunId> expired = journal.expireQueued(clock.instant());
    if (!expired.isEmpty()) {
      log.info("Queue timeout ended {} run(s) before their start: {}", expired.size(), expired);
    }
    List<RunId> revived = journal.reviveAbandoned(clock.instant());
    if (!revived.isEmpty()) {
      log.warn(
          "The owner of {} run(s) is gone; they wait for another: {}", revived.size(), revived);
      queue.wake();
    }
  }

  @Scheduled(fixedDelayString = "PT1H", initialDelayString = "PT5M")
  void deleteOld() {
    journal.forgetRequestsBefore(clock.instant().minus(REQUESTS_KNOWN_FOR));
    if (retention.isZero()) {
      return;
    }
    int deleted = journal.deleteEndedBefore(clock.instant().minus(retention));
    if (deleted > 0) {
      log.info("Deleted {} run(s) that ended more than {} ago", deleted, retention);
    }
  }
}

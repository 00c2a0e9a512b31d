package io.outlast.queue;

import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import io.outlast.journal.Journal;
import java.time.Clock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes what is kept no longer, hourly and in one process at a time. */
final class Retention {

  private static final Logger log = LoggerFactory.getLogger(Retention.class);

  private static final Duration REQUESTS_KNOWN_FOR = Duration.ofHours(24);

  private final Journal journal;
  private final Clock clock;
  private final Duration retention;

  /**
   * @param retention how long runs are kept that have ended; zero for ever
   */
  Retention(Journal journal, Clock clock, Duration retention) {
    this.journal = journal;
    this.clock = clock;
    this.retention = retention;
  }

  Task<?> task() {
    return Tasks.recurring("retention", FixedDelay.ofHours(1))
        .execute((instance, context) -> deleteOld());
  }

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

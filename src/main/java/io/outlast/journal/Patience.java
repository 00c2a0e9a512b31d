package io.outlast.journal;

import io.outlast.run.RunId;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionSystemException;

/**
 * Holds a run at its step while the database is away, for as long as that takes. What is tried
 * again must not do its work twice: a commit may have come through although it was not confirmed.
 * Thread-safe; an interrupt ends the wait with what the database last said.
 */
final class Patience {

  private static final Logger log = LoggerFactory.getLogger(Patience.class);
  private static final Duration PAUSE = Duration.ofMillis(500);

  <T> T untilDone(RunId id, Supplier<T> write) {
    boolean waited = false;
    while (true) {
      try {
        T result = write.get();
        if (waited) {
          log.info("The database is back; {} goes on", id);
        }
        return result;
      } catch (DataAccessException | TransactionException e) {
        if (!isAway(e)) {
          throw e;
        }
        if (!waited) {
          log.warn("The database is away; {} waits for it at its step: {}", id, e.getMessage());
        }
        waited = true;
        pause(e);
      }
    }
  }

  private static boolean isAway(RuntimeException e) {
    return e instanceof TransientDataAccessException
        || e instanceof DataAccessResourceFailureException
        || e instanceof RecoverableDataAccessException
        || e instanceof CannotCreateTransactionException
        || e instanceof TransactionSystemException;
  }

  private static void pause(RuntimeException why) {
    LockSupport.parkNanos(PAUSE.toNanos());
    if (Thread.currentThread().isInterrupted()) {
      throw why;
    }
  }
}

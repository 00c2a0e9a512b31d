package io.outlast.worker;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sun.misc.Signal;

/**
 * SIGTERM and SIGINT to the service: the first stops it in good order and within a limit, the
 * second ends it at once. Left to itself the virtual machine would ignore the second, and wait as
 * long as any part takes.
 */
public final class StopSignals {

  private static final Logger log = LoggerFactory.getLogger(StopSignals.class);

  /** What stopping may take beyond the drain. */
  private static final Duration REST = Duration.ofMillis(4500);

  private final Duration limit;
  private final AtomicBoolean stopping = new AtomicBoolean();

  private StopSignals(Duration limit) {
    this.limit = limit;
  }

  /** Takes the signals of this process, once it is started. */
  public static void install(Duration drainTimeout) {
    StopSignals signals = new StopSignals(drainTimeout.plus(REST));
    for (String name : new String[] {"TERM", "INT"}) {
      Signal.handle(new Signal(name), signals::stop);
    }
  }

  private void stop(Signal signal) {
    // As shells count them.
    int code = 128 + signal.getNumber();
    if (!stopping.compareAndSet(false, true)) {
      log.warn("A second signal: the service ends at once; its runs are revived elsewhere");
      Runtime.getRuntime().halt(code);
    }
    log.info("Stopping: runs are handed over within {}; a second signal ends at once", limit);
    Thread.ofPlatform().daemon().name("stop-limit").start(() -> endAfterLimit(code));
    Thread.ofPlatform().name("stop").start(() -> System.exit(code));
  }

  private void endAfterLimit(int code) {
    try {
      if (!new CountDownLatch(1).await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        log.warn("Stopping took longer than {}; the service ends now", limit);
        Runtime.getRuntime().halt(code);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

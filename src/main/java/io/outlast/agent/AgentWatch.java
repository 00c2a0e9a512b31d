package io.outlast.agent;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refreshes a catalogue at intervals, on a thread of its own. It asks the file system rather than
 * waits for its events, which mounts in containers do not deliver.
 */
final class AgentWatch implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(AgentWatch.class);

  private final FileAgentCatalog catalog;
  private final ScheduledExecutorService executor =
      Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("agent-watch").factory());
  private boolean failing;

  AgentWatch(FileAgentCatalog catalog) {
    this.catalog = catalog;
  }

  void start(Duration interval) {
    executor.scheduleWithFixedDelay(
        this::look, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** An exception would end the schedule. */
  private void look() {
    try {
      catalog.refresh();
      failing = false;
    } catch (Exception e) {
      if (!failing) {
        log.error("Changed agents are not picked up while their folder cannot be read", e);
      }
      failing = true;
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}

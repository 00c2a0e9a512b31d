package io.outlast.settings;

import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param concurrency runs under way at once in one process; others wait in the queue
 * @param drainTimeout how long running runs may go on after SIGTERM; the service has stopped 5 s
 *     later at the latest, and at once at a second signal
 * @param retention how long finished runs are kept; 0 for ever
 */
public record RunsSettings(
    @DefaultValue("200") int concurrency,
    @DefaultValue("25s") Duration drainTimeout,
    @DefaultValue("30d") Duration retention) {

  public RunsSettings {
    Checks.atLeast("concurrency", 1, concurrency);
    Checks.notNegative("drain-timeout", drainTimeout);
    Checks.notNegative("retention", retention);
  }
}

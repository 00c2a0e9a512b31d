package io.outlast.queue;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.outlast.journal.Journal;
import io.outlast.settings.OutlastSettings;
import java.time.Clock;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;

@Configuration(proxyBeanMethods = false)
@EnableScheduling
class QueueConfiguration {

  private static final String SWITCH = "internal.outlast-worker";

  @Bean
  RunQueue runQueue(Journal journal, Clock clock) {
    return new RunQueue(journal, clock);
  }

  /** A command leaves the queue alone; see {@code io.outlast.worker.WorkerSwitch}. */
  @Bean
  @ConditionalOnProperty(name = SWITCH, havingValue = "true", matchIfMissing = true)
  QueueKeeper queueKeeper(Journal journal, RunQueue queue, Clock clock, OutlastSettings settings) {
    return new QueueKeeper(journal, queue, clock, settings.runs().retention());
  }

  @Bean
  MeterBinder queueDepth(RunQueue queue) {
    return registry ->
        Gauge.builder("outlast.queue.depth", queue, RunQueue::depth)
            .description("Runs that wait to be started")
            .register(registry);
  }
}

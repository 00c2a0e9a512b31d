package io.outlast.queue;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.outlast.journal.Journal;
import io.outlast.settings.OutlastSettings;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;

@Configuration(proxyBeanMethods = false)
@EnableScheduling
class QueueConfiguration {

  @Bean
  RunQueue runQueue(Journal journal, Clock clock) {
    return new RunQueue(journal, clock);
  }

  @Bean
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

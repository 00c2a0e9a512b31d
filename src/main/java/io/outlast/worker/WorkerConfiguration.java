package io.outlast.worker;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.outlast.agent.AgentCatalog;
import io.outlast.agent.AgentLoop;
import io.outlast.journal.Journal;
import io.outlast.queue.Owner;
import io.outlast.queue.RunPickup;
import io.outlast.queue.RunQueue;
import io.outlast.settings.OutlastSettings;
import java.time.Clock;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class WorkerConfiguration {

  @Bean
  RunExecutor runExecutor(
      Journal journal, AgentCatalog agents, AgentLoop loop, Clock clock, MeterRegistry meters) {
    return new RunExecutor(journal, agents, loop, clock, meters);
  }

  @Bean
  RunWorker runWorker(
      RunQueue queue, RunPickup pickup, Journal journal, RunExecutor executor, Owner owner) {
    return new RunWorker(queue, pickup, journal, executor, owner);
  }

  @Bean
  MeterBinder activeRuns(RunWorker worker) {
    return registry ->
        Gauge.builder("outlast.runs.active", worker, RunWorker::activeRuns)
            .description("Runs under way in this process")
            .register(registry);
  }

  /** A command that works on one run of its own leaves the queue alone. */
  @Bean
  @ConditionalOnProperty(name = WorkerSwitch.PROPERTY, havingValue = "true", matchIfMissing = true)
  WorkerLifecycle workerLifecycle(RunWorker worker, OutlastSettings settings) {
    return new WorkerLifecycle(worker, settings.runs());
  }
}

package io.outlast.schedule;

import io.outlast.agent.AgentCatalog;
import io.outlast.journal.Journal;
import io.outlast.queue.RunQueue;
import io.outlast.queue.Schedules;
import io.outlast.settings.OutlastSettings;
import java.time.Clock;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

@Configuration(proxyBeanMethods = false)
class ScheduleConfiguration {

  @Bean
  AgentSchedules agentSchedules(
      AgentCatalog agents,
      Schedules schedules,
      JdbcClient jdbc,
      ScheduledRuns runs,
      Clock clock) {
    return new AgentSchedules(agents, schedules, new ScheduleRows(jdbc), runs, clock);
  }

  @Bean
  ScheduledRuns scheduledRuns(RunQueue queue, Journal journal, OutlastSettings settings) {
    return new ScheduledRuns(queue, journal, settings.limits());
  }

  /** A command leaves the queue alone; see {@code io.outlast.worker.WorkerSwitch}. */
  @Bean
  @ConditionalOnProperty(
      name = "internal.outlast-worker",
      havingValue = "true",
      matchIfMissing = true)
  SchedulePlanner schedulePlanner(AgentSchedules schedules) {
    return new SchedulePlanner(schedules);
  }
}

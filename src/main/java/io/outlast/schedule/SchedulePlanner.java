package io.outlast.schedule;

import org.springframework.scheduling.annotation.Scheduled;

/** Looks for changed schedules. */
final class SchedulePlanner {

  private final AgentSchedules schedules;

  SchedulePlanner(AgentSchedules schedules) {
    this.schedules = schedules;
  }

  @Scheduled(fixedDelayString = "PT2S", initialDelayString = "PT0.5S")
  void changed() {
    schedules.plan(false);
  }

  @Scheduled(fixedDelayString = "PT60S", initialDelayString = "PT60S")
  void all() {
    schedules.plan(true);
  }
}

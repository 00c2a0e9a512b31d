package io.outlast.doctor;

import io.outlast.settings.Durations;
import io.outlast.tool.ToolDeadline;

/**
 * The limits of a tool's calls while no run narrows them.
 *
 * @param value limit of the whole call, ISO-8601; zero means none
 * @param source the layer that decided
 * @param idle longest silence inside a call
 */
public record DeadlineReport(String value, String source, LimitReport idle) {

  static DeadlineReport of(ToolDeadline deadline) {
    return new DeadlineReport(
        Durations.print(deadline.value()),
        deadline.source(),
        LimitReport.of(deadline.idle(), deadline.idleSource()));
  }
}

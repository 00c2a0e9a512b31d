package io.outlast.doctor;

import io.outlast.run.Limit;
import io.outlast.settings.Durations;
import java.time.Duration;

/**
 * A limit in force and the layer it came from.
 *
 * @param value an ISO-8601 duration or a number; zero means no limit
 */
public record LimitReport(Object value, String source) {

  static LimitReport of(Limit<?> limit) {
    return of(limit.value(), limit.source());
  }

  static LimitReport of(Object value, String source) {
    return new LimitReport(value instanceof Duration d ? Durations.print(d) : value, source);
  }
}

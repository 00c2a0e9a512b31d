package io.outlast.schedule;

import io.outlast.agent.AgentSpec;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.support.CronExpression;

/**
 * When a cron expression is due in its zone. A time of day that the change to summer time leaves
 * out comes right after the gap; one that the change back brings twice comes once, the first time.
 * An expression for every hour, or for a part of each, goes by elapsed time through both. Pure.
 */
final class CronTimes {

  private static final int HOURS = 2;

  private final CronExpression cron;
  private final ZoneId zone;
  private final boolean everyHour;

  CronTimes(AgentSpec.Schedule schedule) {
    cron = CronExpression.parse(schedule.cron());
    zone = ZoneId.of(schedule.zone());
    everyHour = everyHour(schedule.cron());
  }

  private static boolean everyHour(String cron) {
    String[] fields = cron.strip().split("\\s+");
    return fields.length > HOURS && fields[HOURS].startsWith("*") || cron.strip().equals("@hourly");
  }

  /** The first instant it is due after this one; empty for never. */
  Optional<Instant> next(Instant after) {
    return Optional.ofNullable(everyHour ? byElapsedTime(after) : byTheClock(after));
  }

  private @Nullable Instant byElapsedTime(Instant after) {
    // An offset knows no changes; where the zone's changes by whole hours the minutes stay.
    ZoneOffset offset = zone.getRules().getOffset(after);
    ZonedDateTime next = cron.next(after.atZone(offset));
    if (next == null) {
      return null;
    }
    ZoneOffset there = zone.getRules().getOffset(next.toInstant());
    if (there.equals(offset)) {
      return next.toInstant();
    }
    Instant change = zone.getRules().nextTransition(after).getInstant();
    ZonedDateTime behind = cron.next(change.minusNanos(1).atZone(zone).withZoneSameInstant(there));
    return behind == null ? null : behind.toInstant();
  }

  private @Nullable Instant byTheClock(Instant after) {
    var local = after.atZone(zone).toLocalDateTime();
    while (true) {
      local = cron.next(local);
      if (local == null) {
        return null;
      }
      List<ZoneOffset> offsets = zone.getRules().getValidOffsets(local);
      Instant due =
          offsets.isEmpty()
              ? zone.getRules().getTransition(local).getInstant()
              : local.toInstant(offsets.getFirst());
      if (due.isAfter(after)) {
        return due;
      }
    }
  }
}

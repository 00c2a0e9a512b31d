package io.outlast.web;

import io.outlast.journal.Journal;
import io.outlast.journal.RunFilter;
import io.outlast.run.Run;
import io.outlast.schedule.AgentSchedules;
import io.outlast.schedule.ScheduleView;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;

/** The schedules: when each is due, and what its last runs came to. */
@Controller
class SchedulePages {

  /** Among so many of an agent's runs those of its schedule are looked for. */
  private static final int LOOKED_AT = 50;

  private static final int SHOWN = 5;

  private final AgentSchedules schedules;
  private final Journal journal;
  private final Clock clock;

  SchedulePages(AgentSchedules schedules, Journal journal, Clock clock) {
    this.schedules = schedules;
    this.journal = journal;
    this.clock = clock;
  }

  /** A schedule with the last runs that it started, by itself or by hand. */
  record Row(ScheduleView schedule, List<RunRow> runs) {}

  @GetMapping("/schedules")
  String schedules(
      @RequestHeader(name = "HX-Request", required = false) @Nullable String htmx, Model model) {
    Instant now = clock.instant();
    model.addAttribute("schedules", schedules.list().stream().map(it -> row(it, now)).toList());
    return htmx == null ? "schedules" : "schedules :: schedules";
  }

  private Row row(ScheduleView schedule, Instant now) {
    RunFilter ofAgent = new RunFilter(null, schedule.agent(), null, null, Map.of(), null);
    List<Run> runs = journal.list(ofAgent, LOOKED_AT);
    return new Row(
        schedule,
        runs.stream()
            .filter(run -> run.metadata().containsKey(AgentSchedules.LABEL))
            .limit(SHOWN)
            .map(run -> RunRow.of(run, now))
            .toList());
  }
}

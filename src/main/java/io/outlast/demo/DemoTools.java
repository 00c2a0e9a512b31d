package io.outlast.demo;

import io.outlast.demo.DemoTool.Answer;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The tools of the demo server, and the notes they keep in memory. Thread-safe. */
final class DemoTools {

  private static final int LONGEST_COUNTDOWN = 3600;
  private static final Map<String, Object> READ_ONLY = Map.of("readOnlyHint", true);
  private static final Map<String, Object> SIDE_EFFECTING =
      Map.of("readOnlyHint", false, "destructiveHint", false, "idempotentHint", false);

  private final List<String> notes = new CopyOnWriteArrayList<>();
  private final Clock clock;
  private final List<DemoTool> all;

  DemoTools(Clock clock) {
    this.clock = clock;
    this.all =
        List.of(
            new DemoTool(
                "clock",
                "The current time in a time zone",
                Map.of("zone", text("IANA time zone, UTC if left out")),
                List.of(),
                READ_ONLY,
                this::time),
            new DemoTool(
                "notes_add",
                "Writes a note down",
                Map.of("text", text("the note")),
                List.of("text"),
                SIDE_EFFECTING,
                this::addNote),
            new DemoTool(
                "notes_list", "All notes", Map.of(), List.of(), READ_ONLY, this::listNotes),
            new DemoTool(
                "countdown",
                "Counts seconds down and reports progress with each",
                Map.of(
                    "seconds",
                    Map.of("type", "integer", "minimum", 1, "maximum", LONGEST_COUNTDOWN)),
                List.of("seconds"),
                READ_ONLY,
                DemoTools::countDown),
            new DemoTool("never", "Never answers", Map.of(), List.of(), Map.of(), DemoTools::hang));
  }

  List<Map<String, Object>> described() {
    return all.stream().map(DemoTool::described).toList();
  }

  Optional<DemoTool> find(String name) {
    return all.stream().filter(tool -> tool.name().equals(name)).findFirst();
  }

  private static Map<String, Object> text(String description) {
    return Map.of("type", "string", "description", description);
  }

  private Answer time(DemoCall call) {
    String zone = call.text("zone", "UTC");
    try {
      ZonedDateTime now = ZonedDateTime.now(clock.withZone(ZoneId.of(zone)));
      return Answer.of(
          now.truncatedTo(ChronoUnit.SECONDS).format(DateTimeFormatter.ISO_ZONED_DATE_TIME));
    } catch (DateTimeException e) {
      return Answer.error("no time zone " + zone);
    }
  }

  private Answer addNote(DemoCall call) {
    String text = call.text("text", "");
    if (text.isBlank()) {
      return Answer.error("text is missing");
    }
    notes.add(text);
    return Answer.of("noted");
  }

  private Answer listNotes(DemoCall call) {
    return Answer.of(notes.isEmpty() ? "no notes" : "- " + String.join("\n- ", notes));
  }

  private static Answer countDown(DemoCall call) throws InterruptedException {
    int seconds = call.number("seconds");
    if (seconds < 1 || seconds > LONGEST_COUNTDOWN) {
      return Answer.error("seconds must be between 1 and " + LONGEST_COUNTDOWN);
    }
    for (int done = 1; done <= seconds; done++) {
      if (call.cancelledWithin(Duration.ofSeconds(1))) {
        return Answer.error("stopped");
      }
      call.progress(done, seconds, (seconds - done) + " to go");
    }
    return Answer.of("lift-off after " + seconds + " s");
  }

  private static Answer hang(DemoCall call) throws InterruptedException {
    call.awaitCancel();
    return Answer.error("stopped");
  }
}

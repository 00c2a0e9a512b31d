package io.outlast.api;

import io.outlast.journal.Journal;
import io.outlast.journal.JournalEntry;
import io.outlast.run.Run;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows what happened in a run: as a list, or as a stream that goes on. */
@RestController
@RequestMapping("/v1/runs/{id}/events")
@Tag(name = "runs")
class RunEventsController {

  private static final String LAST_EVENT_ID = "Last-Event-ID";

  private final Journal journal;
  private final RunEventStream stream;

  RunEventsController(Journal journal, RunEventStream stream) {
    this.journal = journal;
    this.stream = stream;
  }

  @GetMapping(produces = {MediaType.APPLICATION_JSON_VALUE, MediaType.TEXT_EVENT_STREAM_VALUE})
  @Operation(
      operationId = "listEvents",
      summary = "List a run's events, ascending by seq, or stream them",
      description =
          "With `Accept: text/event-stream` first everything after `Last-Event-ID` or `after`, then"
              + " live, until `run.finished`. A message's `id` is the event's `seq`, its `event` the"
              + " `type`, its `data` the same object as in the list. A comment comes every 15"
              + " seconds. When the run is over and nothing is left to send, the answer is 204.")
  @Nullable ResponseEntity<Page<EventView>> events(
      @PathVariable String id,
      @Parameter(description = "Only what has a greater seq") @RequestParam(required = false)
          @Nullable String after,
      @Parameter(description = "nextCursor of the page before") @RequestParam(required = false)
          @Nullable String cursor,
      @Parameter(description = "At most so many, 1 to 200; 50 if left out")
          @RequestParam(required = false)
          @Nullable String limit,
      @RequestHeader(name = LAST_EVENT_ID, required = false) @Nullable String lastEventId,
      @Parameter(hidden = true) @RequestHeader HttpHeaders headers,
      HttpMethod method,
      HttpServletResponse response)
      throws InterruptedException {
    Run run = Runs.find(journal, id);
    long from = Params.afterOrCursor(after, cursor);
    if (!wantsStream(headers.getAccept())) {
      return ResponseEntity.ok(page(run, from, Params.limit(limit)));
    }
    long seen = lastEventId == null ? from : Params.after(LAST_EVENT_ID, lastEventId);
    if (run.status().isTerminal() && journal.events(run.id(), seen, 1).isEmpty()) {
      // A browser asks again and again after every other answer.
      return ResponseEntity.noContent().build();
    }
    if (method.equals(HttpMethod.HEAD)) {
      return ResponseEntity.ok().contentType(MediaType.TEXT_EVENT_STREAM).build();
    }
    stream.send(run.id(), seen, response);
    return null;
  }

  private Page<EventView> page(Run run, long from, int most) {
    List<JournalEntry> entries = journal.events(run.id(), from, most + 1);
    return Page.of(entries, most, EventView::of, entry -> Long.toString(entry.seq()));
  }

  /** Of the two that are offered the better liked, then the first named; a list if any will do. */
  private static boolean wantsStream(List<MediaType> accepted) {
    Optional<MediaType> best =
        accepted.stream()
            .filter(type ->
                type.equalsTypeAndSubtype(MediaType.TEXT_EVENT_STREAM)
                    || type.includes(MediaType.APPLICATION_JSON))
            .sorted(Comparator.comparingDouble(MediaType::getQualityValue).reversed())
            .findFirst();
    return best.isPresent() && best.get().equalsTypeAndSubtype(MediaType.TEXT_EVENT_STREAM);
  }
}

package io.outlast.api;

import io.outlast.journal.Journal;
import io.outlast.journal.RunFilter;
import io.outlast.run.Run;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows runs and everything that is known of them. */
@RestController
@RequestMapping(path = "/v1/runs", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "runs")
class RunReadController {

  private static final String LABEL = "metadata.";
  private static final Duration DEFAULT_WAIT = Duration.ofSeconds(30);

  private final Journal journal;
  private final RunWaiting waiting;
  private final Transcripts transcripts;
  private final Clock clock;

  RunReadController(Journal journal, RunWaiting waiting, Transcripts transcripts, Clock clock) {
    this.journal = journal;
    this.waiting = waiting;
    this.transcripts = transcripts;
    this.clock = clock;
  }

  @GetMapping
  @Operation(
      operationId = "listRuns",
      summary = "List runs, newest first; metadata.KEY=VALUE filters by label")
  Page<RunView> list(
      @Parameter(description = "queued, running, completed, failed, cancelled or timed_out")
          @RequestParam(required = false)
          @Nullable String status,
      @Parameter(description = "Name of an agent") @RequestParam(required = false)
          @Nullable String agent,
      @Parameter(description = "Created at or after this RFC 3339 instant")
          @RequestParam(required = false)
          @Nullable String since,
      @Parameter(description = "Created before this RFC 3339 instant")
          @RequestParam(required = false)
          @Nullable String until,
      @Parameter(description = "At most so many, 1 to 200; 50 if left out")
          @RequestParam(required = false)
          @Nullable String limit,
      @Parameter(description = "nextCursor of the page before") @RequestParam(required = false)
          @Nullable String cursor,
      @Parameter(hidden = true) @RequestParam Map<String, String> all) {
    int most = Params.limit(limit);
    RunFilter filter =
        new RunFilter(
            Params.status(status),
            Params.text("agent", agent),
            Params.instant("since", since),
            Params.instant("until", until),
            labels(all),
            Params.cursor(cursor));
    return Page.of(
        journal.list(filter, most + 1), most, this::view, run -> Params.cursor(run.id()));
  }

  @GetMapping("/{id}")
  @Operation(operationId = "getRun", summary = "Show a run")
  RunView show(@PathVariable String id) {
    return view(Runs.find(journal, id));
  }

  @GetMapping("/{id}/wait")
  @Operation(
      operationId = "waitForRun",
      summary = "Answer when the run has ended, or at the timeout with the run as it is")
  RunView await(
      @PathVariable String id,
      @Parameter(description = "How long to wait at most, for example 30s")
          @RequestParam(required = false)
          @Nullable String timeout)
      throws InterruptedException {
    return view(waiting.await(id, Params.duration("timeout", timeout, DEFAULT_WAIT)));
  }

  @GetMapping("/{id}/tool-calls")
  @Operation(
      operationId = "listToolCalls",
      summary = "List a run's tool calls, ascending by seq, without their results")
  Page<ToolCallView> toolCalls(
      @PathVariable String id,
      @Parameter(description = "Only what has a greater seq") @RequestParam(required = false)
          @Nullable String after,
      @Parameter(description = "nextCursor of the page before") @RequestParam(required = false)
          @Nullable String cursor,
      @Parameter(description = "At most so many, 1 to 200; 50 if left out")
          @RequestParam(required = false)
          @Nullable String limit) {
    Run run = Runs.find(journal, id);
    int most = Params.limit(limit);
    long from = Params.afterOrCursor(after, cursor);
    return Page.of(
        journal.toolCalls(run.id(), from, most + 1),
        most,
        ToolCallView::light,
        call -> Long.toString(call.seq()));
  }

  @GetMapping("/{id}/tool-calls/{callId}")
  @Operation(
      operationId = "getToolCall",
      summary = "Show one tool call with its whole arguments and result")
  ToolCallView toolCall(@PathVariable String id, @PathVariable String callId) {
    Run run = Runs.find(journal, id);
    return journal
        .toolCall(run.id(), callId)
        .map(call -> ToolCallView.whole(call, run.limits().maxResultBytes().value()))
        .orElseThrow(() ->
            ApiProblem.notFound(
                "unknown_tool_call",
                "Run " + id + " has no tool call " + Text.quotable(callId) + "."));
  }

  @GetMapping("/{id}/transcript")
  @Operation(operationId = "getTranscript", summary = "Show the conversation as the model saw it")
  TranscriptView transcript(@PathVariable String id) {
    return transcripts.of(Runs.find(journal, id));
  }

  private static Map<String, String> labels(Map<String, String> params) {
    Map<String, String> labels = new HashMap<>();
    List<String> known = List.of("status", "agent", "since", "until", "limit", "cursor");
    params.forEach((name, value) -> {
      if (name.startsWith(LABEL) && name.length() > LABEL.length()) {
        Params.text(name, name);
        Params.text(name, value);
        labels.put(name.substring(LABEL.length()), value);
      } else if (!known.contains(name)) {
        throw ApiProblem.invalid(
            name,
            "is not a known filter; known are " + String.join(", ", known) + " and metadata.KEY");
      }
    });
    return labels;
  }

  private RunView view(Run run) {
    return RunView.of(run, clock.instant());
  }
}

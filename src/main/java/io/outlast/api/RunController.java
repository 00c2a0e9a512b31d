package io.outlast.api;

import io.outlast.journal.Acceptance;
import io.outlast.journal.Journal;
import io.outlast.journal.Journal.CancelAnswer;
import io.outlast.queue.RunQueue;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** Starts, cancels and deletes runs. */
@RestController
@RequestMapping(path = "/v1/runs", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "runs")
class RunController {

  private final RunStarts starts;
  private final RunQueue queue;
  private final Journal journal;
  private final Clock clock;

  RunController(RunStarts starts, RunQueue queue, Journal journal, Clock clock) {
    this.starts = starts;
    this.queue = queue;
    this.journal = journal;
    this.clock = clock;
  }

  @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
  @ApiResponse(responseCode = "202", description = "The run is on disk and will start")
  @ApiResponse(
      responseCode = "200",
      description = "The run that this Idempotency-Key started before")
  @Operation(
      operationId = "startRun",
      summary = "Start a run",
      requestBody =
          @io.swagger.v3.oas.annotations.parameters.RequestBody(
              required = true,
              content = @Content(schema = @Schema(implementation = RunRequestDoc.class))))
  ResponseEntity<RunView> start(
      @Parameter(
              description = "The same key and body give the same run, however often they are sent")
          @RequestHeader(name = RequestKeys.HEADER, required = false)
          @Nullable String key,
      @RequestBody(required = false) byte @Nullable [] body) {
    if (queue.isClosed()) {
      throw new ApiProblem(
          HttpStatus.SERVICE_UNAVAILABLE,
          "stopping",
          "This process is stopping and starts no more runs; send the request again.");
    }
    return switch (starts.start(body == null ? new byte[0] : body, key)) {
      case Acceptance.New started ->
          ResponseEntity.accepted().location(address(started.run().id())).body(view(started.run()));
      case Acceptance.Repeated repeated ->
          ResponseEntity.ok().location(address(repeated.run().id())).body(view(repeated.run()));
      case Acceptance.Conflict conflict ->
          throw ApiProblem.conflict(
              "idempotency_conflict",
              "This "
                  + RequestKeys.HEADER
                  + " was sent before with another body and started "
                  + conflict.run().id()
                  + "; use a new key for a new run.");
    };
  }

  @PostMapping(path = "/{id}/cancel", consumes = MediaType.APPLICATION_JSON_VALUE)
  @ApiResponse(responseCode = "202", description = "It is asked to stop, or has stopped already")
  @Operation(
      operationId = "cancelRun",
      summary = "Ask a run to stop",
      requestBody =
          @io.swagger.v3.oas.annotations.parameters.RequestBody(
              content = @Content(schema = @Schema(implementation = CancelRequestDoc.class))))
  ResponseEntity<RunView> cancel(
      @PathVariable String id, @RequestBody(required = false) byte @Nullable [] body) {
    Run run = Runs.find(journal, id);
    String reason = RunSubmissionReader.reason(body);
    CancelAnswer answer = queue.cancel(run.id(), reason);
    if (answer.wasTerminal()) {
      throw ApiProblem.conflict(
          "run_finished", "Run " + id + " has already ended: " + answer.run().status().wireName());
    }
    return ResponseEntity.accepted().body(view(answer.run()));
  }

  @DeleteMapping(path = "/{id}", produces = MediaType.ALL_VALUE)
  @ApiResponse(responseCode = "204", description = "It is gone")
  @Operation(operationId = "deleteRun", summary = "Delete a run that has ended")
  ResponseEntity<Void> delete(@PathVariable String id) {
    Run run = Runs.find(journal, id);
    if (!journal.delete(run.id())) {
      throw ApiProblem.conflict(
          "run_active", "Run " + id + " has not ended; cancel it before you delete it.");
    }
    return ResponseEntity.noContent().build();
  }

  private RunView view(Run run) {
    return RunView.of(run, clock.instant());
  }

  private static URI address(RunId id) {
    return ServletUriComponentsBuilder.fromCurrentContextPath()
        .path("/v1/runs/{id}")
        .build(id.value());
  }
}

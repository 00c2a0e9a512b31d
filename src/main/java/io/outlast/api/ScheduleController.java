package io.outlast.api;

import io.outlast.agent.AgentCatalog;
import io.outlast.run.Run;
import io.outlast.schedule.AgentSchedules;
import io.outlast.schedule.ScheduleView;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import java.util.stream.Collectors;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** Shows the agents' schedules, pauses and resumes them, and runs one by hand. */
@RestController
@RequestMapping(path = "/v1/schedules", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "schedules")
class ScheduleController {

  private final AgentSchedules schedules;
  private final AgentCatalog agents;
  private final Clock clock;

  ScheduleController(AgentSchedules schedules, AgentCatalog agents, Clock clock) {
    this.schedules = schedules;
    this.agents = agents;
    this.clock = clock;
  }

  @GetMapping
  @Operation(
      operationId = "listSchedules",
      summary = "List the schedules by agent, with their next and last instants")
  Page<ScheduleView> list() {
    return Page.whole(schedules.list());
  }

  @PostMapping("/{agent}/run")
  @ApiResponse(responseCode = "202", description = "The run is on disk and will start")
  @Operation(
      operationId = "runSchedule",
      summary = "Start a run of a schedule now, also while it is paused")
  ResponseEntity<RunView> run(@PathVariable String agent) {
    Run run = schedules.runNow(agent).orElseThrow(() -> unknown(agent));
    return ResponseEntity.accepted()
        .location(
            ServletUriComponentsBuilder.fromCurrentContextPath()
                .path("/v1/runs/{id}")
                .build(run.id().value()))
        .body(RunView.of(run, clock.instant()));
  }

  @PostMapping("/{agent}/pause")
  @Operation(operationId = "pauseSchedule", summary = "Let a schedule start no runs by itself")
  ScheduleView pause(@PathVariable String agent) {
    return schedules.pause(agent).orElseThrow(() -> unknown(agent));
  }

  @PostMapping("/{agent}/resume")
  @Operation(operationId = "resumeSchedule", summary = "Let a schedule start runs by itself again")
  ScheduleView resume(@PathVariable String agent) {
    return schedules.resume(agent).orElseThrow(() -> unknown(agent));
  }

  private ApiProblem unknown(String agent) {
    if (agents.find(agent).isEmpty()) {
      return Runs.unknownAgent(agents, agent);
    }
    String with =
        schedules.list().stream().map(ScheduleView::agent).collect(Collectors.joining(", "));
    return ApiProblem.notFound(
        "no_schedule",
        "Agent '%s' has no schedule; %s."
            .formatted(
                Text.quotable(agent),
                with.isEmpty() ? "no agent has one" : "agents with one are " + with));
  }
}

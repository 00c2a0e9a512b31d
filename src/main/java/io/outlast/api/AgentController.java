package io.outlast.api;

import io.outlast.agent.AgentCatalog;
import io.outlast.doctor.AgentReports;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Optional;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Shows the agents. */
@RestController
@RequestMapping(path = "/v1/agents", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "agents")
class AgentController {

  private final AgentCatalog agents;
  private final AgentReports reports;

  AgentController(AgentCatalog agents, AgentReports reports) {
    this.agents = agents;
    this.reports = reports;
  }

  @GetMapping
  @Operation(operationId = "listAgents", summary = "List the agents by name")
  Page<AgentView> list() {
    return Page.whole(agents.list().stream().flatMap(entry -> view(entry).stream()).toList());
  }

  @GetMapping("/{name}")
  @Operation(
      operationId = "getAgent",
      summary = "Show an agent, its effective limits, its tools and what is wrong with it")
  AgentView show(@PathVariable String name) {
    return agents.find(name).flatMap(this::view).orElseThrow(() -> Runs.unknownAgent(agents, name));
  }

  /** Empty when the agent's file went away between two looks. */
  private Optional<AgentView> view(AgentCatalog.Entry entry) {
    return reports.find(entry.spec().name()).map(report -> AgentView.of(entry.spec(), report));
  }
}

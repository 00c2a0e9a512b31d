package io.outlast.doctor;

import io.outlast.agent.ToolSelection;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What there is to say of the agents. */
final class AgentFindings {

  private final Set<String> models;
  private final Set<String> servers;
  private final Set<String> down;
  private final List<Finding> findings = new ArrayList<>();

  private AgentFindings(List<ServerReport> servers, Set<String> models) {
    this.models = models;
    this.servers = servers.stream().map(ServerReport::name).collect(Collectors.toSet());
    this.down =
        servers.stream()
            .filter(server -> !server.usable())
            .map(ServerReport::name)
            .collect(Collectors.toSet());
  }

  /**
   * @param models the names of the configured models
   */
  static List<Finding> of(
      List<AgentReport> agents, List<ServerReport> servers, Set<String> models) {
    AgentFindings all = new AgentFindings(servers, models);
    if (agents.isEmpty()) {
      all.findings.add(
          Finding.warn(
              "agents", "There is none: add a Markdown file where outlast.agents.location says."));
    }
    for (AgentReport agent : agents) {
      all.problems(agent);
      all.model(agent);
      agent.warnings().forEach(it -> all.warn(agent, it));
      agent.tools().forEach(pattern -> all.pattern(agent, pattern));
      all.findings.addAll(LimitFindings.of(agent));
    }
    return all.findings;
  }

  private void problems(AgentReport agent) {
    for (String problem : agent.problems()) {
      warn(agent, "Its last good definition is used, because the file is broken: " + problem);
    }
  }

  private void model(AgentReport agent) {
    String model = agent.model();
    if (model == null) {
      findings.add(
          Finding.error(subject(agent), "It names no model and outlast.default-model is not set."));
    } else if (!models.contains(model)) {
      findings.add(
          Finding.error(
              subject(agent),
              "It names the model '%s', which is not configured; there are: %s"
                  .formatted(model, String.join(", ", models))));
    }
  }

  private void pattern(AgentReport agent, String pattern) {
    ToolSelection selection = ToolSelection.of(List.of(pattern));
    if (agent.resolvedTools().stream().anyMatch(it -> selection.includes(it.ref()))) {
      return;
    }
    Set<String> meant = selection.serversOf(servers);
    if (meant.isEmpty()) {
      String there = servers.isEmpty() ? "none" : String.join(", ", servers);
      // "*" in an installation without servers is what every agent may say.
      if (!pattern.equals("*")) {
        warn(agent, "'%s' names no MCP server; there are: %s".formatted(pattern, there));
      }
    } else if (meant.stream().anyMatch(down::contains)) {
      findings.add(
          Finding.info(
              subject(agent), "'" + pattern + "' gives no tool while its server is not usable."));
    } else {
      warn(agent, "'" + pattern + "' matches no tool of " + String.join(", ", meant));
    }
  }

  private void warn(AgentReport agent, String message) {
    findings.add(Finding.warn(subject(agent), message));
  }

  private static String subject(AgentReport agent) {
    return "agent " + agent.name();
  }
}

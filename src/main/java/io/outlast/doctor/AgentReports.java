package io.outlast.doctor;

import io.outlast.agent.AgentCatalog;
import io.outlast.agent.AgentSpec;
import io.outlast.agent.NamedTools;
import io.outlast.agent.RunLimitsResolver;
import io.outlast.agent.ToolLayers;
import io.outlast.agent.ToolSelection;
import io.outlast.doctor.AgentReport.ResolvedTool;
import io.outlast.run.RunLimits;
import io.outlast.settings.LimitOverrides;
import io.outlast.settings.OutlastSettings;
import io.outlast.tool.ToolSource;
import io.outlast.tool.ToolSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Shows what the agents' definitions come to. Thread-safe; does not block. */
public final class AgentReports {

  private final AgentCatalog agents;
  private final ToolSource tools;
  private final ToolLayers layers;
  private final OutlastSettings settings;

  AgentReports(AgentCatalog agents, ToolSource tools, ToolLayers layers, OutlastSettings settings) {
    this.agents = agents;
    this.tools = tools;
    this.layers = layers;
    this.settings = settings;
  }

  /** All agents by name. */
  public List<AgentReport> all() {
    return agents.list().stream().map(this::report).toList();
  }

  public Optional<AgentReport> find(String name) {
    return agents.find(name).map(this::report);
  }

  /** What is wrong with files that have never given an agent. */
  List<String> brokenFiles() {
    return agents.problems();
  }

  private AgentReport report(AgentCatalog.Entry entry) {
    AgentSpec spec = entry.spec();
    Set<String> listed = tools.listed();
    List<ToolSpec> offered = tools.tools();
    return new AgentReport(
        spec.name(),
        spec.description(),
        spec.model() == null ? settings.defaultModel() : spec.model(),
        spec.tools(),
        limits(RunLimitsResolver.resolve(LimitOverrides.NONE, spec.limits(), settings.limits())),
        ToolSelection.of(spec.tools()).from(offered).stream()
            .map(tool -> resolved(tool, spec.limits()))
            .toList(),
        spec.tools().stream().filter(pattern -> meansNone(pattern, listed, offered)).toList(),
        entry.problems(),
        NamedTools.of(tools).problems("tools-config", spec.limits()),
        spec.source());
  }

  /** Not of a server that was never reached: nobody knows its tools. */
  private boolean meansNone(String pattern, Set<String> listed, List<ToolSpec> offered) {
    ToolSelection selection = ToolSelection.of(List.of(pattern));
    return selection.from(offered).isEmpty()
        && listed.containsAll(selection.serversOf(tools.servers()));
  }

  private ResolvedTool resolved(ToolSpec tool, LimitOverrides agent) {
    return new ResolvedTool(
        tool.ref().server(),
        tool.ref().tool(),
        tool.exposedName(),
        tool.effect(),
        DeadlineReport.of(layers.forAgent(tool, agent)));
  }

  static Map<String, LimitReport> limits(RunLimits limits) {
    Map<String, LimitReport> reports = new LinkedHashMap<>();
    limits.byName().forEach((name, limit) -> reports.put(name, LimitReport.of(limit)));
    return reports;
  }
}

package io.outlast.api;

import io.outlast.agent.AgentSpec;
import io.outlast.doctor.AgentReport;
import io.outlast.doctor.LimitReport;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An agent as the API shows it: its definition and what that comes to. */
@Schema(name = "Agent")
record AgentView(
    String name,
    @Nullable String description,
    @Nullable String model,
    String prompt,
    List<String> tools,
    AgentSpec.@Nullable Schedule schedule,
    Map<String, LimitReport> limits,
    List<AgentReport.ResolvedTool> resolvedTools,
    List<String> unmatchedTools,
    List<String> problems,
    List<String> warnings,
    String source) {

  static AgentView of(AgentSpec spec, AgentReport report) {
    return new AgentView(
        spec.name(),
        spec.description(),
        report.model(),
        spec.prompt(),
        spec.tools(),
        spec.schedule(),
        report.limits(),
        report.resolvedTools(),
        report.unmatchedTools(),
        report.problems(),
        report.warnings(),
        spec.source());
  }
}

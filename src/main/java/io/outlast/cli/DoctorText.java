package io.outlast.cli;

import io.outlast.doctor.AgentReport;
import io.outlast.doctor.DatabaseReport;
import io.outlast.doctor.DoctorReport;
import io.outlast.doctor.Finding;
import io.outlast.doctor.LimitReport;
import io.outlast.doctor.ModelReport;
import io.outlast.doctor.ServerReport;
import io.outlast.doctor.ToolReport;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The doctor's report for people. */
final class DoctorText {

  private static final String LIMIT = "    %-36s %-12s %s";

  private final Paint paint;
  private final StringBuilder text = new StringBuilder();

  private DoctorText(boolean colour) {
    this.paint = new Paint(colour);
  }

  static String of(DoctorReport report, boolean colour) {
    DoctorText text = new DoctorText(colour);
    text.line(
        text.paint.strong("Outlast " + report.version()) + " on Java " + report.javaVersion());
    text.database(report.database());
    text.models(report.models());
    text.servers(report.servers());
    text.agents(report.agents());
    text.heading("Limits, unless an agent or a request says otherwise");
    text.limits(report.limits());
    text.findings(report.status(), report.findings());
    return text.text.toString();
  }

  static String of(StartFailure failure, boolean colour) {
    DoctorText text = new DoctorText(colour);
    text.line(text.paint.strong("Outlast cannot start with this configuration"));
    text.findings(failure.status(), failure.findings());
    return text.text.toString();
  }

  private void database(DatabaseReport database) {
    heading("Database");
    String tables =
        database.migration() == null ? "no tables yet" : "tables version " + database.migration();
    item(
        database.reachable() ? "ok" : database.inUse() ? "warn" : "error",
        database.url(),
        database.reachable()
            ? database.product() + " " + database.version() + ", " + tables
            : database.detail());
  }

  private void models(List<ModelReport> models) {
    heading("Models");
    for (ModelReport model : models) {
      String state = model.reachable() ? "ok" : model.usedBy().isEmpty() ? "info" : "warn";
      String users =
          model.usedBy().isEmpty() ? "not used" : "used by " + String.join(", ", model.usedBy());
      String name =
          model.model().isEmpty() ? model.provider() : model.provider() + " " + model.model();
      item(state, model.name(), name + ", " + users + ": " + model.detail());
    }
  }

  private void servers(List<ServerReport> servers) {
    heading("MCP servers");
    if (servers.isEmpty()) {
      line("  none");
    }
    servers.forEach(this::server);
  }

  private void server(ServerReport server) {
    String state = server.usable() ? "ok" : server.required() ? "error" : "warn";
    String needed = server.required() ? ", required" : "";
    item(
        state,
        server.name(),
        server.transport()
            + needed
            + ", "
            + server.state()
            + ", "
            + server.tools().size()
            + " tools");
    timings(server.timings());
    ServerReport.LastError error = server.lastError();
    if (error != null) {
      line("    last error: " + error.message());
      error.stderr().forEach(said -> line("      stderr: " + said));
    }
    limits(server.limits());
    for (ToolReport tool : server.tools()) {
      line(
          LIMIT.formatted(
              tool.name() + " (" + tool.effect().wireName() + ")",
              tool.deadline().value(),
              paint.faint(tool.deadline().source())));
    }
  }

  private void timings(ServerReport.Timings took) {
    if (took.connect() != null) {
      line(
          "    connected in %s, tools listed in %s, ping %s"
              .formatted(
                  took.connect(),
                  Objects.requireNonNullElse(took.list(), "-"),
                  Objects.requireNonNullElse(took.ping(), "not answered")));
    }
  }

  private void agents(List<AgentReport> agents) {
    heading("Agents");
    if (agents.isEmpty()) {
      line("  none");
    }
    for (AgentReport agent : agents) {
      item(
          agent.problems().isEmpty() ? "ok" : "warn",
          agent.name(),
          "model "
              + Objects.requireNonNullElse(agent.model(), "none")
              + ", "
              + agent.resolvedTools().size()
              + " tools");
      agent
          .limits()
          .forEach((name, limit) -> {
            if (!limit.source().equals("global")) {
              limit(name, limit);
            }
          });
      agent.resolvedTools().stream()
          .filter(tool -> tool.deadline().source().startsWith("agent"))
          .forEach(tool ->
              line(
                  LIMIT.formatted(
                      tool.server() + ":" + tool.tool(),
                      tool.deadline().value(),
                      paint.faint(tool.deadline().source()))));
    }
  }

  private void limits(Map<String, LimitReport> limits) {
    limits.forEach(this::limit);
  }

  private void limit(String name, LimitReport limit) {
    String value = limit.value().toString();
    boolean off = value.equals("PT0S") || value.equals("0");
    line(LIMIT.formatted(name, off ? "no limit" : value, paint.faint(limit.source())));
  }

  private void findings(String status, List<Finding> findings) {
    heading("Findings");
    for (Finding finding : findings) {
      item(finding.severity().wireName(), finding.subject(), finding.message());
    }
    line("");
    line("Result: " + paint.of(status, status));
  }

  private void heading(String heading) {
    line("");
    line(paint.strong(heading));
  }

  private void item(String state, String name, @Nullable String detail) {
    line(
        "  " + paint.of(state, "%-5s".formatted(state)) + " " + paint.strong(name) + "  " + detail);
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}

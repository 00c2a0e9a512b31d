package io.outlast.doctor;

import io.outlast.agent.RunLimitsResolver;
import io.outlast.settings.LimitOverrides;
import io.outlast.settings.OutlastSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Examines the configuration, the database, the models and the MCP servers. Thread-safe; a report
 * blocks until every server was tried once and every model has answered, or their limits are over.
 */
public final class Doctor {

  private final DatabaseCheck database;
  private final ModelChecks models;
  private final ServerReports servers;
  private final AgentReports agents;
  private final OutlastSettings settings;

  Doctor(
      DatabaseCheck database,
      ModelChecks models,
      ServerReports servers,
      AgentReports agents,
      OutlastSettings settings) {
    this.database = database;
    this.models = models;
    this.servers = servers;
    this.agents = agents;
    this.settings = settings;
  }

  /** Changes nothing and asks no model a question that costs something. */
  public DoctorReport report() throws InterruptedException {
    DatabaseReport base = database.check();
    List<ModelReport> asked = models.check(agents.all());
    servers.tryAll();
    List<ServerReport> tried = servers.all();
    List<AgentReport> defined = agents.all();
    List<Finding> findings = new ArrayList<>();
    findings.addAll(DatabaseFindings.of(base));
    findings.addAll(ModelFindings.of(asked));
    findings.addAll(ServerFindings.of(tried, settings.mcp().servers()));
    findings.addAll(AgentFindings.of(defined, tried, settings.models().keySet()));
    agents.brokenFiles().forEach(it -> findings.add(Finding.warn("agents", it)));
    return new DoctorReport(
        DoctorReport.statusOf(findings),
        version(),
        Runtime.version() + " (" + System.getProperty("java.vendor") + ")",
        base,
        asked,
        tried,
        defined,
        limits(),
        findings);
  }

  private Map<String, LimitReport> limits() {
    LimitOverrides none = LimitOverrides.NONE;
    Map<String, LimitReport> limits =
        new LinkedHashMap<>(
            AgentReports.limits(RunLimitsResolver.resolve(none, none, settings.limits())));
    limits.put("maxRunTimeout", LimitReport.of(settings.limits().maxRunTimeout(), "global"));
    limits.put("drainTimeout", LimitReport.of(settings.runs().drainTimeout(), "global"));
    limits.put("concurrency", LimitReport.of(settings.runs().concurrency(), "global"));
    return limits;
  }

  private static String version() {
    return Objects.requireNonNullElse(
        Doctor.class.getPackage().getImplementationVersion(), "development");
  }
}

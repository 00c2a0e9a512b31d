package io.outlast.doctor;

import io.outlast.doctor.Finding.Severity;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * What the doctor found: {@code outlast doctor --json}, {@code /v1/doctor} and {@code
 * /actuator/doctor} alike.
 *
 * @param status {@code ok}, {@code warn}, or {@code error} when something required is broken
 * @param javaVersion version and vendor of the virtual machine
 * @param limits the global layer by name
 * @param findings the worst first
 */
public record DoctorReport(
    String status,
    String version,
    String javaVersion,
    DatabaseReport database,
    List<ModelReport> models,
    List<ServerReport> servers,
    List<AgentReport> agents,
    Map<String, LimitReport> limits,
    List<Finding> findings) {

  public DoctorReport {
    findings =
        findings.stream().sorted(Comparator.comparing(Finding::severity).reversed()).toList();
  }

  public boolean isBroken() {
    return status.equals(statusOf(Severity.ERROR));
  }

  static String statusOf(List<Finding> findings) {
    return statusOf(
        findings.stream()
            .map(Finding::severity)
            .max(Comparator.naturalOrder())
            .orElse(Severity.INFO));
  }

  private static String statusOf(Severity worst) {
    return switch (worst) {
      case INFO -> "ok";
      case WARN -> "warn";
      case ERROR -> "error";
    };
  }
}

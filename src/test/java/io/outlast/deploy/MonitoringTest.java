package io.outlast.deploy;

import static io.outlast.deploy.Manifests.at;
import static io.outlast.deploy.Manifests.list;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** Alerts and dashboard ask for metrics that exist, and lead to something to read. */
class MonitoringTest {

  private static final Pattern METRIC =
      Pattern.compile("\\b([a-z][a-z0-9]*(?:_[a-z0-9]+)+)\\s*\\{");
  private static final Pattern SUFFIX =
      Pattern.compile("(_total|_seconds_(max|sum|count|bucket)|_seconds|_bytes)$");

  /** Those of the JVM, the connection pool and Prometheus itself. */
  private static final Set<String> OTHERS =
      Set.of(
          "process_start_time",
          "process_cpu_time_ns",
          "jvm_memory_used",
          "hikaricp_connections_active",
          "hikaricp_connections_pending");

  private final Map<String, Object> alerts = new Yaml().load(Chart.read("files/alerts.yml"));
  private final Map<String, Object> dashboard = new Yaml().load(Chart.read("files/dashboard.json"));

  @Test
  void everyMetricIsADocumentedOne() throws IOException {
    String documented = Files.readString(Path.of("docs/telemetry.md")).replaceAll("[._]", "_");

    assertThat(metrics())
        .isNotEmpty()
        .allSatisfy(metric -> {
          String name = SUFFIX.matcher(metric).replaceFirst("");
          if (!OTHERS.contains(name)) {
            assertThat(documented).contains("`" + name + "`");
          }
        });
  }

  @Test
  void everyAlertHasAnEntryInTheRunbook() throws IOException {
    String runbook = Files.readString(Path.of("docs/operations.md"));

    assertThat(rules())
        .isNotEmpty()
        .allSatisfy(rule -> {
          String alert = String.valueOf(at(rule, "alert"));
          assertThat(at(rule, "annotations.runbook"))
              .isEqualTo("docs/operations.md#" + alert.toLowerCase());
          assertThat(runbook).contains("\n#### " + alert + "\n");
        });
  }

  @Test
  void everyRuleAsksForItsOwnJobOnly() {
    assertThat(rules())
        .allSatisfy(rule -> {
          String expression = String.valueOf(at(rule, "expr"));
          assertThat(expression.split("\\{", -1).length - 1)
              .isEqualTo(expression.split("\\{job=\"outlast\"", -1).length - 1);
        });
  }

  @Test
  void panelsHaveIdsOfTheirOwnAndDoNotOverlap() {
    List<?> panels = list(dashboard.get("panels"));

    assertThat(panels.stream().map(it -> at(it, "id"))).doesNotHaveDuplicates();
    assertThat(panels.stream().map(it -> at(it, "gridPos.x") + "," + at(it, "gridPos.y")))
        .doesNotHaveDuplicates();
  }

  private List<?> rules() {
    return list(alerts.get("groups")).stream()
        .flatMap(group -> list(at(group, "rules")).stream())
        .toList();
  }

  private Set<String> metrics() {
    Stream<Object> asked =
        list(dashboard.get("panels")).stream()
            .flatMap(panel -> list(at(panel, "targets")).stream())
            .map(target -> at(target, "expr"));
    Set<String> metrics = new TreeSet<>();
    Stream.concat(rules().stream().map(rule -> at(rule, "expr")), asked)
        .forEach(expression ->
            METRIC
                .matcher(String.valueOf(expression))
                .results()
                .forEach(found -> metrics.add(found.group(1))));
    return metrics;
  }
}

package io.outlast.deploy;

import static io.outlast.deploy.Chart.ACCESS;
import static io.outlast.deploy.Manifests.at;
import static io.outlast.deploy.Manifests.list;
import static io.outlast.deploy.Manifests.map;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChartTest {

  private static final String POSTGRES =
      "database: {url: 'jdbc:postgresql://db:5432/outlast', existingSecret: pg}\n";

  @ParameterizedTest
  @CsvSource({
    "25s, 5, 50, 25s, 40s",
    "2m, 5, 145, 120s, 135s",
    "PT1H, 10, 3630, 3600s, 3615s",
    "PT1M30S, 0, 110, 90s, 105s",
    "90, 0, 110, 90s, 105s",
    "1500ms, 5, 27, 2s, 17s",
    "0, 0, 20, 0s, 15s",
  })
  void theGracePeriodFollowsFromTheDrain(
      String drain, int preStop, int grace, String told, String phase) {
    Manifests manifests =
        Chart.render(ACCESS, "drainTimeout: %s\npreStopSeconds: %d".formatted(drain, preStop));

    assertThat(manifests.pod()).containsEntry("terminationGracePeriodSeconds", grace);
    assertThat(at(manifests.config(), "outlast.runs.drain-timeout")).isEqualTo(told);
    assertThat(at(manifests.config(), "spring.lifecycle.timeout-per-shutdown-phase"))
        .isEqualTo(phase);
    assertThat(at(manifests.container(), "lifecycle") == null).isEqualTo(preStop == 0);
  }

  @Test
  void aGracePeriodOfOnesOwnIsTakenIfItIsLongEnough() {
    assertThat(Chart.render(ACCESS, "terminationGracePeriodSeconds: 40").pod())
        .containsEntry("terminationGracePeriodSeconds", 40);
  }

  @Test
  void theThreeProbesDiffer() {
    Map<String, Object> container = Chart.render(ACCESS).container();

    assertThat(at(container, "livenessProbe.httpGet.path")).isEqualTo("/actuator/health/liveness");
    assertThat(at(container, "startupProbe.httpGet.path")).isEqualTo("/actuator/health/startup");
    assertThat(at(container, "readinessProbe.httpGet.path"))
        .isEqualTo("/actuator/health/readiness");
    assertThat((int) at(container, "startupProbe.failureThreshold"))
        .isGreaterThan((int) at(container, "livenessProbe.failureThreshold"));
  }

  @Test
  void withPostgresqlPodsAreReplacedOneByOneAndNoneIsMissing() {
    Map<String, Object> deployment = Chart.render(ACCESS, POSTGRES, "replicas: 3").deployment();

    assertThat(at(deployment, "spec.replicas")).isEqualTo(3);
    assertThat(at(deployment, "spec.strategy.rollingUpdate"))
        .isEqualTo(Map.of("maxUnavailable", 0, "maxSurge", 1));
  }

  @Test
  void theEmbeddedDatabaseHasAVolumeAndNeverTwoPods() {
    Manifests manifests = Chart.render(ACCESS);

    assertThat(at(manifests.deployment(), "spec.strategy")).isEqualTo(Map.of("type", "Recreate"));
    assertThat(manifests.names())
        .contains("PersistentVolumeClaim/demo-outlast")
        .doesNotContain("PodDisruptionBudget/demo-outlast");
    assertThat(at(manifests.config(), "outlast.data-dir")).isEqualTo("/data");
  }

  @Test
  void userAndPasswordComeFromTheSecret() {
    Map<String, Object> env = env(Chart.render(ACCESS, POSTGRES));

    assertThat(at(env.get("SPRING_DATASOURCE_URL"), "value"))
        .isEqualTo("jdbc:postgresql://db:5432/outlast");
    assertThat(at(env.get("SPRING_DATASOURCE_USERNAME"), "valueFrom.secretKeyRef"))
        .isEqualTo(Map.of("name", "pg", "key", "username"));
    assertThat(at(env.get("SPRING_DATASOURCE_PASSWORD"), "valueFrom.secretKeyRef"))
        .isEqualTo(Map.of("name", "pg", "key", "password"));
  }

  @Test
  void aChangeOfConfigurationOrAgentsRollsThePodsAndNothingElseDoes() {
    Manifests before = Chart.render(ACCESS, "agents: {files: {a.md: one}}");
    Manifests same = Chart.render(ACCESS, "agents: {files: {a.md: one}}", "service: {port: 81}");
    Manifests agent = Chart.render(ACCESS, "agents: {files: {a.md: two}}");
    Manifests limit =
        Chart.render(
            ACCESS, "agents: {files: {a.md: one}}", "config: {outlast: {limits: {max-turns: 3}}}");

    assertThat(same.pod()).isEqualTo(before.pod());
    assertThat(same.checksum("agents")).isEqualTo(before.checksum("agents"));
    assertThat(same.checksum("config")).isEqualTo(before.checksum("config"));
    assertThat(agent.checksum("agents")).isNotEqualTo(before.checksum("agents"));
    assertThat(limit.checksum("config")).isNotEqualTo(before.checksum("config"));
  }

  @Test
  void theUsersConfigurationWinsOverTheCharts() {
    Map<String, Object> config =
        Chart.render(
                ACCESS,
                POSTGRES,
                "mcpServers: {docs: {url: 'http://docs/mcp'}}",
                "config: {outlast: {mcp: {servers: {docs: {tool-timeout: 5m}}}}, spring: {datasource:"
                    + " {hikari: {maximum-pool-size: 7}}}}")
            .config();

    assertThat(at(config, "outlast.mcp.servers.docs"))
        .isEqualTo(Map.of("url", "http://docs/mcp", "tool-timeout", "5m"));
    assertThat(at(config, "spring.datasource.hikari.maximum-pool-size")).isEqualTo(7);
    assertThat(at(config, "logging.structured.format.console")).isEqualTo("ecs");
  }

  @Test
  void theAutoscalerDecidesTheNumberOfPods() {
    Manifests manifests =
        Chart.render(ACCESS, POSTGRES, "autoscaling: {enabled: true, targetQueueDepth: 50}");

    assertThat(at(manifests.deployment(), "spec.replicas")).isNull();
    List<?> metrics =
        list(at(manifests.one("HorizontalPodAutoscaler", "demo-outlast"), "spec.metrics"));
    assertThat(metrics).hasSize(2);
    assertThat(at(metrics.getLast(), "external.target.averageValue")).isEqualTo("50");
    assertThat(manifests.names()).contains("PodDisruptionBudget/demo-outlast");
  }

  @Test
  void rulesAndDashboardAreOfThisRelease() {
    Manifests manifests =
        Chart.render(ACCESS, "prometheusRule: {enabled: true}", "dashboard: {enabled: true}");

    assertThat(manifests.one("PrometheusRule", "demo-outlast").toString())
        .contains("job=\"demo-outlast\",namespace=\"agents\"")
        .contains("{{ $labels.server }}")
        .doesNotContain("job=\"outlast\"");
    assertThat(map(manifests.one("ConfigMap", "demo-outlast-dashboard").get("data")))
        .containsOnlyKeys("outlast.json");
  }

  @Test
  void onlyTheHttpPortIsOpenAndTheTestMayComeIn() {
    Manifests manifests =
        Chart.render(
            ACCESS,
            "networkPolicy: {restrictEgress: true, egressPorts: [443], ingressFrom: [{podSelector: {}}]}");
    Map<String, Object> policy = map(manifests.one("NetworkPolicy", "demo-outlast").get("spec"));

    assertThat(at(policy, "policyTypes")).isEqualTo(List.of("Ingress", "Egress"));
    assertThat(list(policy.get("ingress"))).hasSize(1);
    assertThat(list(at(list(policy.get("ingress")).getFirst(), "from"))).hasSize(2);
    assertThat(list(policy.get("egress"))).hasSize(2);
  }

  @Test
  void aReleaseOfTheChartsNameDoesNotDoubleIt() {
    assertThat(Chart.rendered("outlast", ACCESS).names()).contains("Deployment/outlast");
  }

  private static Map<String, Object> env(Manifests manifests) {
    return list(manifests.container().get("env")).stream()
        .map(Manifests::map)
        .collect(Collectors.toMap(it -> String.valueOf(it.get("name")), Function.identity()));
  }
}

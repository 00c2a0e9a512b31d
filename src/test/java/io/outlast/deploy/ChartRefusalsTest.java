package io.outlast.deploy;

import static io.outlast.deploy.Chart.ACCESS;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the chart refuses, each time naming the value and what to do. */
class ChartRefusalsTest {

  private static final String POSTGRES =
      "database: {url: 'jdbc:postgresql://db/outlast', existingSecret: pg}\n";

  static Stream<Arguments> refused() {
    return Stream.of(
        Arguments.of("{}", "it has no credentials"),
        Arguments.of(ACCESS + "replicas: 2", "set database.url"),
        Arguments.of(ACCESS + "autoscaling: {enabled: true}", "set database.url"),
        Arguments.of(
            ACCESS + "database: {url: 'jdbc:postgresql://db/x'}", "database.existingSecret"),
        Arguments.of(
            ACCESS + "database: {url: 'jdbc:h2:mem:x', existingSecret: pg}", "jdbc:postgresql:"),
        Arguments.of(
            ACCESS + "database: {url: 'jdbc:postgresql://me:pw@db/x', existingSecret: pg}",
            "keep user and password out of it"),
        Arguments.of(
            ACCESS + POSTGRES + "postgresql: {enabled: true, existingSecret: pg}",
            "exclude each other"),
        Arguments.of(ACCESS + "terminationGracePeriodSeconds: 39", "Give 40 s or more"),
        Arguments.of(ACCESS + "drainTimeout: 5 minutes", "drainTimeout"),
        Arguments.of(ACCESS + "drainTimeout: -5s", "drainTimeout"),
        Arguments.of(
            ACCESS + "config: {outlast: {runs: {drain-timeout: 5m}}}", "set drainTimeout instead"),
        Arguments.of(
            ACCESS + "config: {outlast.runs.drainTimeout: 5m}", "set drainTimeout instead"),
        Arguments.of(
            ACCESS + "extraEnv: [{name: OUTLAST_RUNS_DRAINTIMEOUT, value: 5m}]",
            "set drainTimeout instead"),
        Arguments.of(ACCESS + "config: {server: {port: 9090}}", "service.port"),
        Arguments.of(
            ACCESS + "agents: {files: {a.md: x}, existingConfigMap: mine}", "exclude each other"),
        Arguments.of(ACCESS + "agents: {files: {Analyst.md: x}}", "Analyst.md"),
        Arguments.of("allowAnonymous: true\ncredentials: {mountFiles: true}", "nothing to mount"),
        Arguments.of("externalSecret: {enabled: true}", "secretStoreRef.name"),
        Arguments.of(
            "externalSecret: {enabled: true, secretStoreRef: {name: vault}}", "reads nothing"),
        Arguments.of(
            "apiKeys: [{name: ci, role: viewer, sha256: %s}]\nserviceMonitor: {enabled: true}"
                .formatted("ab".repeat(32)),
            "serviceMonitor.secretName"),
        Arguments.of("apiKeys: [{name: ci, role: admin, sha256: abc}]", "sha256"),
        Arguments.of(ACCESS + "httpRoute: {enabled: true}", "httpRoute.parentRefs"),
        Arguments.of(
            ACCESS + POSTGRES + "autoscaling: {enabled: true, minReplicas: 7}",
            "above maxReplicas"),
        Arguments.of(
            ACCESS + POSTGRES + "autoscaling: {enabled: true, targetCPUUtilizationPercentage: 0}",
            "nothing to go by"),
        Arguments.of(ACCESS + "replica: 2", "replica"),
        Arguments.of(ACCESS + "image: {name: x}", "name"),
        Arguments.of(ACCESS + "replicas: two", "replicas"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void valuesThatMakeNoSenseAreRefusedWithTheRemedy(String values, String said) {
    assertThatThrownBy(() -> Chart.render(values)).hasMessageContaining(said);
  }
}

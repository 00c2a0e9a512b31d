package io.outlast.deploy;

import static io.outlast.deploy.Manifests.at;
import static io.outlast.deploy.Manifests.list;
import static io.outlast.deploy.Manifests.map;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What must hold whatever the values are. */
class ChartMatrixTest {

  private static final Map<String, String> DATABASES =
      Map.of(
          "embedded", "persistence: {storageClassName: fast}",
          "embedded without volume", "persistence: {enabled: false}",
          "external",
              "replicas: 3\ndatabase: {url: 'jdbc:postgresql://db:5432/outlast', username: me, existingSecret: pg}",
          "url in a Secret", "replicas: 2\ndatabase: {urlKey: jdbc-uri, existingSecret: pg-app}",
          "for trials",
              "replicas: 2\npostgresql: {enabled: true, existingSecret: pg, storageClassName: fast}",
          "for trials, given password", "postgresql: {enabled: true, password: '123456'}",
          "for trials, password made up", "postgresql: {enabled: true}");

  private static final Map<String, String> ACCESS =
      Map.of(
          "Secret", "credentials: {existingSecret: keys, mountFiles: true, revision: 2}",
          "ExternalSecret",
              """
              externalSecret:
                enabled: true
                secretStoreRef: {name: vault, kind: ClusterSecretStore}
                data: [{secretKey: OUTLAST_API_KEY, remoteRef: {key: outlast, property: key}}]
                dataFrom: [{extract: {key: tokens}}]
              """,
          "hashes",
              """
              apiKeys: [{name: ci, role: operator, sha256: %s}]
              serviceMonitor: {secretName: scrape, secretKey: key}
              """
                  .formatted("ab".repeat(32)),
          "none", "allowAnonymous: true");

  private static final Map<String, String> REST =
      Map.of("least", "{}", "everything", Everything.VALUES);

  static Stream<Arguments> matrix() {
    return DATABASES.entrySet().stream()
        .flatMap(database ->
            ACCESS.entrySet().stream()
                .flatMap(access ->
                    REST.entrySet().stream()
                        .map(rest ->
                            Arguments.of(
                                String.join(
                                    ", ", database.getKey(), access.getKey(), rest.getKey()),
                                List.of(
                                    database.getValue(), access.getValue(), rest.getValue())))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("matrix")
  void everyObjectIsOneThatKubernetesTakes(String name, List<String> values) throws IOException {
    keep(name, values);
    Manifests manifests = Chart.render(values.toArray(String[]::new));

    assertThat(manifests.all().stream().flatMap(it -> KubernetesApi.faults(it).stream())).isEmpty();
    assertThat(manifests.names()).doesNotHaveDuplicates();
    assertThat(manifests.all())
        .allSatisfy(it -> assertThat(at(it, "metadata.labels")).as("labels of %s", it).isNotNull());
    pods(manifests).forEach(ChartMatrixTest::restricted);
    mountsHaveVolumes(manifests.pod());
    selectorsFindOnlyTheService(manifests);
  }

  @Test
  void helmsLintFindsNothing() {
    var result = Chart.lint();

    assertThat(result.isFailed()).as("%s", result.getMessages()).isFalse();
    assertThat(result.getMessages())
        .noneMatch(it -> it.contains("WARNING") || it.contains("ERROR"));
  }

  @Test
  void theChecksOfTheseTestsFindFaults() {
    assertThat(
            KubernetesApi.faults(Map.of("apiVersion", "v1", "kind", "Service", "spek", Map.of())))
        .singleElement()
        .asString()
        .contains("spek");
    assertThat(
            KubernetesApi.faults(
                Map.of("apiVersion", "v1", "kind", "ConfigMap", "data", Map.of("replicas", 3))))
        .singleElement()
        .asString()
        .contains(".data.replicas");
    assertThat(
            KubernetesApi.faults(
                Map.of(
                    "apiVersion",
                    "gateway.networking.k8s.io/v1",
                    "kind",
                    "HTTPRoute",
                    "metadata",
                    Map.of("name", "x", "labels", Map.of()),
                    "spec",
                    Map.of("rules", List.of()))))
        .singleElement()
        .asString()
        .contains("parentRefs");
  }

  private static Stream<Map<String, Object>> pods(Manifests manifests) {
    return manifests.all().stream()
        .flatMap(it ->
            switch (String.valueOf(it.get("kind"))) {
              case "Deployment", "StatefulSet" -> Stream.of(map(at(it, "spec.template.spec")));
              case "Pod" -> Stream.of(map(it.get("spec")));
              default -> Stream.empty();
            });
  }

  /** The restricted Pod Security Standard, and a read-only root beyond it. */
  /** For .ci/helm4, which renders the same with the other Helm. */
  private static void keep(String name, List<String> values) throws IOException {
    Path folder =
        Files.createDirectories(
            Path.of("target", "chart-matrix", name.replaceAll("[^A-Za-z]+", "-")));
    for (int i = 0; i < values.size(); i++) {
      Files.writeString(folder.resolve(i + ".yaml"), values.get(i));
    }
  }

  private static void restricted(Map<String, Object> pod) {
    assertThat(at(pod, "automountServiceAccountToken")).isEqualTo(false);
    assertThat(at(pod, "enableServiceLinks")).isEqualTo(false);
    assertThat(at(pod, "securityContext.runAsNonRoot")).isEqualTo(true);
    assertThat(at(pod, "securityContext.seccompProfile.type")).isEqualTo("RuntimeDefault");
    assertThat(list(pod.get("containers")))
        .allSatisfy(container -> {
          if (!"beside".equals(at(container, "name"))) {
            assertThat(at(container, "securityContext.allowPrivilegeEscalation")).isEqualTo(false);
            assertThat(at(container, "securityContext.readOnlyRootFilesystem")).isEqualTo(true);
            assertThat(at(container, "securityContext.capabilities.drop"))
                .isEqualTo(List.of("ALL"));
            assertThat(at(container, "resources.requests.memory")).isNotNull();
            assertThat(at(container, "resources.limits.memory")).isNotNull();
          }
        });
  }

  private static void mountsHaveVolumes(Map<String, Object> pod) {
    List<Object> volumes = list(pod.get("volumes")).stream().map(it -> at(it, "name")).toList();
    assertThat(volumes).doesNotHaveDuplicates();
    assertThat(
            list(pod.get("containers")).stream()
                .flatMap(it -> list(at(it, "volumeMounts")).stream())
                .map(it -> at(it, "name")))
        .isSubsetOf(volumes)
        .containsAll(volumes);
  }

  private static void selectorsFindOnlyTheService(Manifests manifests) {
    Map<String, Object> selector = map(at(manifests.deployment(), "spec.selector.matchLabels"));
    assertThat(at(manifests.one("Service", "demo-outlast"), "spec.selector")).isEqualTo(selector);
    assertThat(map(at(manifests.deployment(), "spec.template.metadata.labels")))
        .containsAllEntriesOf(selector);
    assertThat(map(at(manifests.one("Pod", "demo-outlast-test"), "metadata.labels")))
        .doesNotContainEntry(
            "app.kubernetes.io/component", selector.get("app.kubernetes.io/component"));
  }
}

package io.outlast.deploy;

import static io.outlast.deploy.Manifests.at;
import static io.outlast.deploy.Manifests.map;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** Compose file, its settings and the Dockerfile fit together. */
class ComposeTest {

  private final String text = read("docker-compose.yml");
  private final Map<String, Object> services = map(map(new Yaml().load(text)).get("services"));
  private final String dockerfile = read("Dockerfile");

  @Test
  void whatIsWaitedForSaysWhetherItIsHealthy() {
    assertThat(services.values())
        .allSatisfy(service ->
            assertThat(at(service, "healthcheck.test")).as("%s", service).isInstanceOf(List.class));
    assertThat(map(at(services, "outlast.depends_on")))
        .containsOnlyKeys("postgres", "sample-mcp")
        .allSatisfy((name, condition) ->
            assertThat(at(condition, "condition")).isEqualTo("service_healthy"));
  }

  @Test
  void readinessGatesComposeAndLivenessTheImage() {
    assertThat(at(services, "outlast.healthcheck.test").toString()).contains("/readiness");
    assertThat(dockerfile).contains("/actuator/health/liveness").doesNotContain("/readiness");
  }

  @Test
  void nothingOfOursRunsWithMoreRightsThanItNeeds() {
    assertThat(List.of("outlast", "sample-mcp"))
        .allSatisfy(name -> {
          assertThat(at(services.get(name), "read_only")).isEqualTo(true);
          assertThat(at(services.get(name), "cap_drop")).isEqualTo(List.of("ALL"));
        });
    assertThat(at(services, "outlast.ports").toString()).contains("127.0.0.1");
  }

  @Test
  void everySettingIsInTheExampleWithADefaultThatWorksWithoutIt() {
    Set<String> used =
        Pattern.compile("\\$\\{([A-Z_]+)(:-[^}]*)?}")
            .matcher(text)
            .results()
            .peek(it -> assertThat(it.group(2)).as("default of %s", it.group(1)).isNotNull())
            .map(it -> it.group(1))
            .collect(Collectors.toSet());

    assertThat(read(".env.example").lines().filter(line -> line.matches("[A-Z_]+=.*")))
        .map(line -> line.substring(0, line.indexOf('=')))
        .containsExactlyInAnyOrderElementsOf(used);
  }

  @Test
  void thePlacesAndTargetsExist() {
    List<String> stages =
        Pattern.compile("(?m)^FROM \\S+ AS (\\S+)")
            .matcher(dockerfile)
            .results()
            .map((MatchResult it) -> it.group(1))
            .toList();

    assertThat(stages).contains("outlast", "outlast-node", "sample-mcp");
    assertThat(dockerfile.strip()).endsWith("FROM outlast");
    assertThat(Path.of("compose/agents/hello.md")).isRegularFile();
    assertThat(Path.of("compose/config/application.yml")).isRegularFile();
  }

  @Test
  void aStopLeavesTimeForTheDrain() {
    assertThat(at(services, "outlast.stop_grace_period")).isEqualTo("50s");
    assertThat(Chart.render(Chart.ACCESS).pod()).containsEntry("terminationGracePeriodSeconds", 50);
  }

  @Test
  void imagesAreNamedWithoutAHost() {
    assertThat(services.values())
        .allSatisfy(service -> assertThat(at(service, "image").toString()).doesNotContain("/"));
    assertThat(dockerfile.lines().filter(line -> line.startsWith("FROM ")))
        .allSatisfy(line -> assertThat(line).doesNotContain("/"));
  }

  private static String read(String file) {
    try {
      return Files.readString(Path.of(file));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}

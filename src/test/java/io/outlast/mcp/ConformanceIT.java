package io.outlast.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.NpmServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The protocol's own conformance suite against our connection; see docs/conformance.md. */
@Timeout(240)
class ConformanceIT {

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"initialize", "tools_call", "sse-retry"})
  void theClientConforms(String scenario) throws Exception {
    List<JsonNode> checks = run(scenario);
    assertThat(named(checks, "FAILURE")).isEmpty();
    assertThat(named(checks, "SUCCESS")).isNotEmpty();
  }

  /** Nobody is there to answer: what the capabilities do not offer is declined. */
  @Test
  void elicitationIsDeclined() throws Exception {
    assertThat(named(run("elicitation-sep1034-client-defaults"), "FAILURE"))
        .anyMatch(check -> check.contains("Elicitation"));
  }

  private List<JsonNode> run(String scenario) throws IOException, InterruptedException {
    Path arguments = folder.resolve("java-arguments");
    Files.writeString(
        arguments,
        "-cp \""
            + System.getProperty("java.class.path")
            + "\"\n"
            + ConformanceClient.class.getName());
    List<String> command = new ArrayList<>(NpmServers.conformance());
    String java = ProcessHandle.current().info().command().orElseThrow();
    command.addAll(List.of("client", "--scenario", scenario, "--command", java + " @" + arguments));
    command.addAll(List.of("--timeout", "60000", "--output-dir", folder.toString()));
    Path log = folder.resolve("suite.log");
    Process suite =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      assertThat(suite.waitFor(100, TimeUnit.SECONDS)).as(Files.readString(log)).isTrue();
    } finally {
      suite.descendants().forEach(ProcessHandle::destroyForcibly);
      suite.destroyForcibly();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      Path checks =
          files
              .filter(file -> file.endsWith("checks.json"))
              .findFirst()
              .orElseThrow(() -> new AssertionError("no result: " + log));
      JsonNode all = JsonMapper.shared().readTree(Files.readString(checks));
      return all.valueStream().toList();
    }
  }

  private static List<String> named(List<JsonNode> checks, String status) {
    return checks.stream()
        .filter(check -> check.path("status").asString("").equals(status))
        .map(check ->
            check.path("name").asString("") + ": " + check.path("errorMessage").asString(""))
        .toList();
  }
}

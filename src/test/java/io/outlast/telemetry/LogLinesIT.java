package io.outlast.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the service writes from its start to its end, with the one property for JSON set. */
class LogLinesIT {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Pattern PORT = Pattern.compile("Listening on .*, port (\\d+);");

  @TempDir Path folder;

  @Test
  void everyLineIsJsonThatNamesItsRunItsAgentAndItsServer() throws Exception {
    Process service = start();
    try {
      runStubborn();
    } finally {
      service.destroy();
      assertThat(service.waitFor(LONG)).isTrue();
    }
    List<JsonNode> lines = lines();
    String run = text(deadlineLine(lines), "/outlast/run/id");

    assertThat(run).startsWith("run_");
    assertThat(lines)
        .allSatisfy(line -> {
          assertThat(text(line, "/ecs/version")).isNotEmpty();
          // Objects in Elastic's schema: a text there would cost the line.
          assertThat(line.path("agent").isValueNode()).isFalse();
          assertThat(line.path("server").isValueNode()).isFalse();
        })
        .filteredOn(line -> text(line, "/message").contains(run))
        .hasSizeGreaterThan(1)
        .filteredOn(line -> !text(line, "/log/logger").endsWith("audit"))
        .allSatisfy(line -> {
          assertThat(text(line, "/outlast/run/id")).isEqualTo(run);
          assertThat(text(line, "/gen_ai/agent/name")).isEqualTo("stubborn");
        });
    assertThat(lines)
        .filteredOn(line -> text(line, "/log/logger").startsWith("io.outlast.mcp"))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(text(line, "/outlast/mcp/server")).isEqualTo("demo"));
  }

  private static JsonNode deadlineLine(List<JsonNode> lines) {
    JsonNode line =
        lines.stream()
            .filter(it -> text(it, "/message").startsWith("Deadline of a tool call"))
            .findFirst()
            .orElseThrow();
    assertThat(text(line, "/outlast/mcp/server")).isEqualTo("demo");
    assertThat(text(line, "/traceId")).matches("[0-9a-f]{32}");
    return line;
  }

  private Process start() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            "io.outlast.OutlastApplication",
            "--spring.profiles.active=demo",
            "--server.port=0",
            "--logging.structured.format.console=ecs",
            "--logging.level.io.outlast=DEBUG",
            "--outlast.data-dir=" + folder.resolve("data"))
        .redirectOutput(folder.resolve("out").toFile())
        .redirectErrorStream(true)
        .start();
  }

  private void runStubborn() throws Exception {
    await().atMost(LONG).until(() -> port().isPresent());
    String runs = "http://127.0.0.1:" + port().orElseThrow() + "/v1/runs";
    try (HttpClient http = HttpClient.newHttpClient()) {
      HttpRequest submit =
          HttpRequest.newBuilder(URI.create(runs))
              .header("Content-Type", "application/json")
              .POST(
                  BodyPublishers.ofString(
                      """
                      {"agent": "stubborn", "input": "hi", "limits": {"toolTimeout": "300ms"}}
                      """))
              .build();
      String id = text(JSON.readTree(http.send(submit, BodyHandlers.ofString()).body()), "/id");
      HttpRequest wait =
          HttpRequest.newBuilder(URI.create(runs + "/" + id + "/wait?timeout=60s")).build();
      JsonNode ended = JSON.readTree(http.send(wait, BodyHandlers.ofString()).body());
      assertThat(text(ended, "/status")).isEqualTo("completed");
    }
  }

  private OptionalInt port() throws IOException {
    return PORT.matcher(Files.readString(folder.resolve("out")))
        .results()
        .mapToInt(found -> Integer.parseInt(found.group(1)))
        .findFirst();
  }

  private List<JsonNode> lines() throws IOException {
    return Files.readAllLines(folder.resolve("out")).stream().map(JSON::readTree).toList();
  }

  private static String text(JsonNode node, String path) {
    return node.at(path).asString("");
  }
}

package io.outlast.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
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
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.test.context.ActiveProfiles;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Spans and metrics of the whole service, after a run that went well and one with a timeout. */
@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "spring.datasource.url=jdbc:h2:mem:telemetry",
      "management.prometheus.metrics.export.enabled=true"
    })
@ActiveProfiles("demo")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TelemetryIT {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");

  /** What the contract names; their descriptions and tags are in docs/telemetry.md. */
  private static final Set<String> PROMISED =
      Set.of(
          "gen_ai.client.operation.duration",
          "mcp.client.operation.duration",
          "outlast.runs",
          "outlast.runs.active",
          "outlast.queue.depth",
          "outlast.tool.calls",
          "outlast.tool.deadline.overshoot",
          "outlast.mcp.reconnects",
          "outlast.mcp.connections",
          "outlast.mcp.late.replies",
          "outlast.run.recoveries");

  /** Given to every observation by what it is: what the documentation says once, in words. */
  private static final Set<String> COMMON =
      Set.of("gen_ai.operation.name", "mcp.method.name", "error");

  private final HttpClient http = HttpClient.newHttpClient();
  @LocalServerPort private int port;
  @Autowired private MeterRegistry meters;
  @Autowired private RecordedSpans spans;
  private JsonNode hello;
  private JsonNode stubborn;

  @TestConfiguration(proxyBeanMethods = false)
  static class Recording {
    @Bean
    RecordedSpans recordedSpans() {
      return new RecordedSpans();
    }
  }

  @BeforeAll
  void twoRuns() throws Exception {
    hello = run("{\"agent\": \"hello\", \"input\": \"hi\"}");
    stubborn =
        run(
            "{\"agent\": \"stubborn\", \"input\": \"hi\", \"limits\": {\"toolTimeout\": \"300ms\"}}");
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> spans.names().contains("invoke_agent stubborn"));
  }

  @Test
  void everyPromisedMetricIsThereAndDocumented() throws IOException {
    assertThat(measured().keySet()).containsAll(PROMISED);
    assertThat(documented().keySet()).containsAll(PROMISED);
  }

  @Test
  void everyMetricOfOursIsDocumentedWithItsTags() throws IOException {
    Map<String, Set<String>> documented = documented();
    Map<String, Set<String>> measured = measured();

    assertThat(measured.keySet())
        .filteredOn(name -> name.matches("(outlast|gen_ai|mcp|resilience4j)\\..*"))
        .filteredOn(name -> !name.endsWith(".active") || name.equals("outlast.runs.active"))
        .isSubsetOf(documented.keySet());
    assertThat(documented)
        .allSatisfy((name, tags) -> assertThat(measured.get(name)).as(name).isEqualTo(tags));
  }

  @Test
  void noTagHoldsAnId() {
    String ids = "run_|call_|" + text(hello, "/id") + "|" + text(stubborn, "/id");

    assertThat(meters.getMeters())
        .flatExtracting(meter -> meter.getId().getTags())
        .extracting(Tag::getValue)
        .noneMatch(value -> Pattern.compile(ids).matcher(value).find());
  }

  @Test
  void prometheusShowsThemUnderTheNamesThatAlertsUse() throws Exception {
    assertThat(get("/actuator/prometheus"))
        .contains(
            "outlast_runs_total{",
            "outlast_run_recoveries_total 0.0",
            "outlast_tool_calls_total{",
            "mcp_client_operation_duration_seconds_bucket{",
            "outlast_queue_depth 0.0");
  }

  @Test
  void theTraceOfARunIsTheOneThatTheRunNames() {
    for (JsonNode run : List.of(hello, stubborn)) {
      SpanData root = spans.named("invoke_agent " + text(run, "/agent"));
      assertThat(root.getTraceId()).isEqualTo(text(run, "/traceId"));
      assertThat(attributes(root)).containsEntry("outlast.run.id", text(run, "/id"));
    }
  }

  @Test
  void aToolCallsSpanHasWhatTheConventionsAndTheContractAskFor() {
    SpanData call = spans.named("execute_tool never");
    assertThat(attributes(call))
        .containsEntry("mcp.method.name", "tools/call")
        .containsEntry("gen_ai.operation.name", "execute_tool")
        .containsEntry("gen_ai.tool.name", "never")
        .containsEntry("outlast.mcp.server", "demo")
        .containsEntry("error.type", "tool_timeout")
        .containsEntry("outlast.tool.limit", "PT0.3S")
        .containsEntry("outlast.tool.limit.source", "request")
        .containsKeys("jsonrpc.request.id", "gen_ai.tool.call.id");
    assertThat(call.getEvents()).extracting(EventData::getName).contains("mcp.tool_call.timeout");
    assertThat(call.getTraceId()).isEqualTo(text(stubborn, "/traceId"));
  }

  @Test
  void aQuestionToAModelIsASpanOfItsRun() {
    SpanData chat = spans.named("chat rehearsal");
    assertThat(attributes(chat))
        .containsEntry("gen_ai.operation.name", "chat")
        .containsEntry("gen_ai.request.model", "rehearsal")
        .containsKeys("gen_ai.usage.input_tokens", "gen_ai.usage.output_tokens");
    assertThat(chat.getTraceId()).isEqualTo(text(hello, "/traceId"));
  }

  /** Names and tags of all meters. */
  private Map<String, Set<String>> measured() {
    return meters.getMeters().stream()
        .map(Meter::getId)
        .collect(
            Collectors.toMap(
                Meter.Id::getName,
                id ->
                    id.getTags().stream()
                        .map(Tag::getKey)
                        .filter(key -> !COMMON.contains(key))
                        .collect(Collectors.toCollection(TreeSet::new)),
                (one, other) -> one,
                TreeMap::new));
  }

  /**
   * The same as the table in the documentation has it: names in its first column, tags in its
   * second.
   */
  private static Map<String, Set<String>> documented() throws IOException {
    Map<String, Set<String>> metrics = new TreeMap<>();
    String page = Files.readString(Path.of("docs/telemetry.md"));
    page.substring(page.indexOf("\n## Metrics"), page.indexOf("\n## Logs"))
        .lines()
        .filter(line -> line.startsWith("| `"))
        .forEach(line -> {
          String[] columns = line.split("\\|");
          Set<String> tags = codes(columns[2].replaceAll("\\([^)]*\\)|= `[^`]*`", ""));
          codes(columns[1]).forEach(name -> metrics.put(name, tags));
        });
    return metrics;
  }

  private static Set<String> codes(String text) {
    return CODE.matcher(text)
        .results()
        .map((MatchResult found) -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Map<String, String> attributes(SpanData span) {
    return span.getAttributes().asMap().entrySet().stream()
        .collect(
            Collectors.toMap(
                entry -> ((AttributeKey<?>) entry.getKey()).getKey(),
                entry -> String.valueOf(entry.getValue())));
  }

  private JsonNode run(String request) throws Exception {
    JsonNode accepted = JSON.readTree(send("POST", "/v1/runs", request));
    JsonNode ended = JSON.readTree(get("/v1/runs/" + text(accepted, "/id") + "/wait?timeout=60s"));
    assertThat(text(ended, "/status")).as(ended.toString()).isEqualTo("completed");
    return ended;
  }

  private static String text(JsonNode node, String path) {
    return node.at(path).asString();
  }

  private String get(String path) throws Exception {
    return send("GET", path, "");
  }

  private String send(String method, String path, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .method(method, BodyPublishers.ofString(body))
            .header("Content-Type", "application/json")
            .build();
    return http.send(request, BodyHandlers.ofString()).body();
  }
}

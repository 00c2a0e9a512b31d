package io.outlast.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.ActiveProfiles;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The demo service with one server that works, one that cannot, and one that is required. */
@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "spring.datasource.url=jdbc:h2:mem:operations",
      "outlast.limits.tool-timeout=77s",
      "outlast.mcp.servers.demo.tool-timeout=83s",
      "outlast.mcp.servers.demo.tools.clock.timeout=47s",
      "outlast.mcp.servers.broken.command=false",
      "outlast.mcp.servers.needed.command=false",
      "outlast.mcp.servers.needed.required=true"
    })
@ActiveProfiles("demo")
class OperationsIT {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final HttpClient http = HttpClient.newHttpClient();
  @LocalServerPort private int port;

  @BeforeEach
  void everyServerWasTried() {
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> {
          assertThat(get("/v1/mcp/servers/demo").at("/state").asString()).isEqualTo("ready");
          assertThat(get("/v1/mcp/servers/broken").at("/lastError").isNull()).isFalse();
          assertThat(get("/v1/mcp/servers/needed").at("/lastError").isNull()).isFalse();
        });
  }

  @Test
  void anAgentIsShownWithItsToolsAndTheLayerOfEachLimit() throws Exception {
    JsonNode agent = get("/v1/agents/stubborn");
    assertThat(agent.at("/limits/runTimeout/value").asString()).isEqualTo("PT1M");
    assertThat(agent.at("/limits/runTimeout/source").asString()).isEqualTo("agent");
    assertThat(agent.at("/limits/maxTurns/source").asString()).isEqualTo("global");
    assertThat(agent.at("/resolvedTools/0/exposedName").asString()).isEqualTo("demo__never");
    assertThat(agent.at("/resolvedTools/0/deadline/value").asString()).isEqualTo("PT5S");
    assertThat(agent.at("/resolvedTools/0/deadline/source").asString()).isEqualTo("agent");
    assertThat(agent.at("/prompt").asString()).contains("demo__never");
    assertThat(get("/v1/agents").at("/items").size()).isGreaterThan(1);
  }

  @Test
  void aServerIsShownWithTheDeadlineOfEachTool() throws Exception {
    JsonNode server = get("/v1/mcp/servers/demo");
    assertThat(server.at("/pid").isNumber()).isTrue();
    assertThat(deadline(server, "clock")).isEqualTo("PT47S server:demo tool:clock");
    assertThat(deadline(server, "never")).isEqualTo("PT1M23S server:demo");
  }

  @Test
  void whatDoesNotExistIsAProblemThatNamesWhatDoes() throws Exception {
    for (String path : new String[] {"/v1/agents/nobody", "/v1/mcp/servers/nobody"}) {
      HttpResponse<String> answer = send("GET", path);
      assertThat(answer.statusCode()).isEqualTo(404);
      assertThat(answer.headers().firstValue("content-type").orElse(""))
          .startsWith("application/problem+json");
      JsonNode problem = JSON.readTree(answer.body());
      assertThat(problem.at("/code").asString()).startsWith("unknown_");
      assertThat(problem.at("/detail").asString()).containsAnyOf("hello", "demo");
    }
  }

  @Test
  void aLimitForAToolThatDoesNotExistIsRefusedWhereTheToolsAreKnown() throws Exception {
    HttpResponse<String> answer = start("{\"demo:clok\": {\"timeout\": \"5s\"}}");
    assertThat(answer.statusCode()).isEqualTo(400);
    JsonNode error = JSON.readTree(answer.body()).at("/errors/0");
    assertThat(error.at("/field").asString()).isEqualTo("limits.toolsConfig.demo:clok");
    assertThat(error.at("/message").asString()).contains("demo", "did you mean clock?");
    assertThat(start("{\"demo:clock\": {}}").statusCode()).isEqualTo(202);
    assertThat(start("{\"broken:anything\": {}}").statusCode()).isEqualTo(202);
  }

  @Test
  void aRestartGivesAFreshGeneration() throws Exception {
    long before = get("/v1/mcp/servers/demo").at("/generation").asLong();
    HttpResponse<String> answer = send("POST", "/v1/mcp/servers/demo/restart");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(JSON.readTree(answer.body()).at("/generation").asLong()).isGreaterThan(before);
  }

  @Test
  void bothDoorsToTheDoctorShowTheSame() throws Exception {
    JsonNode report = get("/v1/doctor");
    JsonNode actuator = get("/actuator/doctor");
    assertThat(report.propertyNames()).containsExactlyElementsOf(actuator.propertyNames());
    assertThat(report.at("/servers/0").propertyNames())
        .containsExactlyElementsOf(actuator.at("/servers/0").propertyNames());
    assertThat(report.at("/status").asString()).isEqualTo("error");
    assertThat(report.at("/findings/0/subject").asString()).isEqualTo("server needed");
    assertThat(report.at("/database/migration").asString())
        .isEqualTo(report.at("/database/newestMigration").asString());
    assertThat(report.at("/limits/toolTimeout/value").asString()).isEqualTo("PT1M17S");
  }

  @Test
  void readinessFollowsRequiredServersAndLivenessNothing() throws Exception {
    assertThat(send("GET", "/actuator/health/startup").statusCode()).isEqualTo(200);
    assertThat(send("GET", "/actuator/health/liveness").statusCode()).isEqualTo(200);
    assertThat(send("GET", "/actuator/health/readiness").statusCode()).isEqualTo(503);
    JsonNode health = JSON.readTree(send("GET", "/actuator/health").body()).at("/components");
    assertThat(health.at("/mcp/status").asString()).isEqualTo("UP");
    assertThat(health.at("/mcp/details/broken/state").asString()).isNotEqualTo("ready");
    assertThat(health.at("/requiredServers/status").asString()).isEqualTo("DOWN");
    assertThat(health.at("/firstConnections/status").asString()).isEqualTo("UP");
    assertThat(health.at("/scheduler/status").asString()).isEqualTo("UP");
    assertThat(health.at("/timeouts").toString()).contains("PT1M17S", "PT1M23S");
  }

  private static String deadline(JsonNode server, String tool) {
    for (JsonNode each : server.at("/tools")) {
      if (each.at("/name").asString().equals(tool)) {
        return each.at("/deadline/value").asString() + " " + each.at("/deadline/source").asString();
      }
    }
    return "no such tool";
  }

  private JsonNode get(String path) throws Exception {
    HttpResponse<String> answer = send("GET", path);
    assertThat(answer.statusCode()).as(path).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  private HttpResponse<String> start(String toolsConfig) throws Exception {
    String body =
        "{\"agent\": \"hello\", \"input\": \"x\", \"startAfter\": \"2100-01-01T00:00:00Z\","
            + " \"limits\": {\"toolsConfig\": %s}}".formatted(toolsConfig);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/runs"))
            .POST(BodyPublishers.ofString(body))
            .header("Content-Type", "application/json")
            .build();
    return http.send(request, BodyHandlers.ofString());
  }

  private HttpResponse<String> send(String method, String path) throws Exception {
    URI address = URI.create("http://127.0.0.1:" + port + path);
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .method(method, BodyPublishers.noBody())
            .header("Accept", "application/json")
            .build();
    return http.send(request, BodyHandlers.ofString());
  }
}

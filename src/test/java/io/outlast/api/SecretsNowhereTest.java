package io.outlast.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.outlast.OutlastApplication;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;

/**
 * A secret in every place that may hold one, others that say them back, runs that fail by that, and
 * the most talkative log: none is shown anywhere.
 */
@SpringBootTest(
    classes = OutlastApplication.class,
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "spring.datasource.url=jdbc:h2:mem:${random.uuid}",
      "spring.datasource.username=sa",
      "spring.datasource.password=s3ntinel-database",
      "outlast.agents.location=classpath:sentinel-agents/",
      "outlast.agents.watch=false",
      "OUTLAST_API_KEY=" + SecretsNowhereTest.KEY,
      "outlast.models.local.provider=openai",
      "outlast.models.local.model=any",
      "outlast.models.local.api-key=s3ntinel-model-key",
      "outlast.mcp.servers.web.transport=streamable-http",
      "outlast.mcp.servers.web.headers.Authorization=Bearer s3ntinel-header",
      "outlast.mcp.servers.web.headers.X-Team-Key=s3ntinel-other-header",
      "outlast.mcp.servers.child.command=sh",
      "outlast.mcp.servers.child.args[0]=-c",
      "outlast.mcp.servers.child.args[1]=echo \"no: $CHILD_TOKEN\" >&2; echo \"$CHILD_TOKEN\"; exit 3",
      "outlast.mcp.servers.child.env.CHILD_TOKEN=s3ntinel-environment",
      "outlast.webhooks.secret=s3ntinel-webhook-signing",
      "outlast.webhooks.allow-private-addresses=true",
      "logging.level.root=DEBUG",
      // The other side's.
      "logging.level.com.sun.net.httpserver=OFF",
      "logging.level.io.outlast=TRACE"
    })
@ExtendWith(OutputCaptureExtension.class)
@DirtiesContext
class SecretsNowhereTest {

  static final String KEY = "s3ntinel-api-key";

  private static final String SENTINEL = "s3ntinel";

  /** Refuses everybody and says back whatever came. */
  private static final HttpServer ECHO = echo();

  @LocalServerPort int port;

  @DynamicPropertySource
  static void addresses(DynamicPropertyRegistry registry) {
    String host = "127.0.0.1:" + ECHO.getAddress().getPort();
    registry.add(
        "outlast.models.local.base-url", () -> "http://m:s3ntinel-model-url@" + host + "/v1");
    registry.add(
        "outlast.mcp.servers.web.url",
        () -> "http://w:s3ntinel-server-url@" + host + "/mcp?key=s3ntinel-query");
  }

  @AfterAll
  static void stop() {
    ECHO.stop(0);
    // Levels outlive the context.
    LoggingSystem logging = LoggingSystem.get(SecretsNowhereTest.class.getClassLoader());
    logging.setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, LogLevel.INFO);
    logging.setLogLevel("io.outlast", null);
    logging.setLogLevel("com.sun.net.httpserver", null);
  }

  @Test
  void noSecretIsInAnyAnswerPageStreamMetricOrLogLine(CapturedOutput output) {
    Client nobody = new Client(port);
    Client operator = nobody.with(KEY);
    Map<String, String> shown = new LinkedHashMap<>();
    List<String> runs = List.of(finished(operator, "asks"), finished(operator, "calls"));
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() ->
            operator.get("/v1/mcp/servers/child").json().path("lastError").isObject()
                && operator.get("/v1/mcp/servers/web").json().path("lastError").isObject());

    for (String path : paths(runs, operator)) {
      Answer answer = operator.get(path, "Accept", path.equals("/") ? "text/html" : "*/*");
      assertThat(answer.status()).as(path).isIn(200, 404, 503);
      shown.put(path, answer.headers() + answer.body());
    }
    for (String run : runs) {
      String path = "/v1/runs/" + run + "/events";
      shown.put(path + " stream", operator.get(path, "Accept", "text/event-stream").body());
    }
    shown.put("refusals", refusals(nobody, operator));
    shown.put("sign-in", signIn(nobody));

    assertThat(shown.get("/v1/runs/" + runs.getFirst())).contains("model_error", "***");
    assertThat(shown.get("/v1/mcp/servers/child")).contains("no: ***");
    assertThat(shown.get("/servers")).contains("no: ***");
    assertThat(shown.get("/actuator/prometheus")).contains("outlast_runs");
    assertThat(shown)
        .allSatisfy((where, what) -> assertThat(what).as(where).doesNotContain(SENTINEL));
    assertThat(output.getAll().lines().filter(line -> line.contains(SENTINEL))).isEmpty();
    assertThat(output.getAll()).contains("DEBUG", "***");
  }

  private String finished(Client operator, String agent) {
    String hook =
        "http://127.0.0.1:" + ECHO.getAddress().getPort() + "/hook?key=s3ntinel-webhook-url";
    Answer accepted =
        operator.post(
            "/v1/runs",
            "{\"agent\":\"%s\",\"input\":\"x\",\"webhook\":\"%s\"}".formatted(agent, hook));
    assertThat(accepted.body()).doesNotContain(SENTINEL);
    String id = accepted.json().path("id").asString();
    JsonNode run = operator.get("/v1/runs/" + id + "/wait?timeout=25s").json();
    assertThat(run.path("status").asString()).isIn("failed", "completed");
    return id;
  }

  private static List<String> paths(List<String> runs, Client operator) {
    List<String> paths =
        new ArrayList<>(
            List.of(
                "/v1/runs",
                "/v1/agents",
                "/v1/agents/calls",
                "/v1/mcp/servers",
                "/v1/mcp/servers/web",
                "/v1/mcp/servers/child",
                "/v1/schedules",
                "/v1/doctor",
                "/v3/api-docs",
                "/",
                "/schedules",
                "/servers",
                "/doctor",
                "/doctor/report",
                "/actuator/env/OUTLAST_API_KEY",
                "/actuator/env/spring.datasource.password",
                "/actuator/configprops/outlast"));
    for (String run : runs) {
      for (String part : List.of("", "/events", "/tool-calls", "/transcript", "/webhook")) {
        paths.add("/v1/runs/" + run + part);
      }
      for (String part : List.of("", "/summary", "/transcript")) {
        paths.add("/runs/" + run + part);
      }
    }
    operator
        .get("/actuator")
        .json()
        .path("_links")
        .forEach(link -> {
          String href = link.path("href").asString();
          if (!href.contains("{")) {
            paths.add(href.substring(href.indexOf("/actuator")));
          }
        });
    return paths;
  }

  /** Secrets in places where they do not belong. */
  private static String refusals(Client nobody, Client operator) {
    String evil = "http://user:s3ntinel-password@example.com/hook";
    return String.join(
        "\n",
        nobody.with("s3ntinel-unknown").get("/v1/runs").body(),
        nobody.get("/v1/runs", "Authorization", "Basic s3ntinel-basic").body(),
        nobody.get("/v1/runs", "Cookie", "outlast-session=s3ntinel-cookie").body(),
        operator
            .post("/v1/runs", "{\"agent\":\"asks\",\"input\":\"x\",\"webhook\":\"" + evil + "\"}")
            .isProblem(400, "invalid_request")
            .body());
  }

  private static String signIn(Client nobody) {
    StringBuilder all = new StringBuilder();
    for (String key : List.of(KEY, "s3ntinel-wrong")) {
      Answer answer =
          nobody.send(
              "POST",
              "/sign-in",
              BodyPublishers.ofString("key=" + URLEncoder.encode(key, UTF_8)),
              "Content-Type",
              "application/x-www-form-urlencoded",
              "Sec-Fetch-Site",
              "same-origin");
      all.append(answer.status()).append(answer.headers()).append(answer.body());
    }
    return all.toString();
  }

  private static HttpServer echo() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext("/", SecretsNowhereTest::refuse);
      server.start();
      return server;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void refuse(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    StringBuilder said = new StringBuilder("I do not know ");
    exchange.getRequestHeaders().forEach((name, values) -> said.append(name).append(values));
    byte[] body =
        ("{\"error\":{\"message\":\"" + said.append(exchange.getRequestURI()) + "\"}}")
            .getBytes(UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(401, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}

package io.outlast.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.journal.Journal;
import io.outlast.run.RunId;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.TestPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Thousands of requests made from the OpenAPI document, fitting and odd ones. */
@ApiTest
@TestPropertySource(properties = "outlast.webhooks.secret=signs the messages of no run")
class FuzzTest {

  private static final int REQUESTS = 6000;
  private static final int AT_ONCE = 24;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @LocalServerPort int port;
  @Autowired Journal journal;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ConcurrentLinkedQueue<String> faults = new ConcurrentLinkedQueue<>();
  private final Map<Integer, Integer> statuses = new ConcurrentHashMap<>();
  private JsonNode document;

  private record Operation(String method, String path, JsonNode said) {}

  @Test
  @Timeout(300)
  void noRequestMakesTheServiceFailAndEveryErrorIsAProblem() throws Exception {
    long seed = new Random().nextLong();
    List<String> ids = ids();
    document = new Client(port).get("/v3/api-docs").json();
    List<Operation> operations = operations();
    try (var threads = Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
      for (int i = 0; i < REQUESTS; i++) {
        Random random = new Random(seed + i);
        Operation operation = operations.get(i % operations.size());
        threads.submit(() -> tryOut(operation, new OddInput(random, ids)));
      }
    }
    System.out.println(REQUESTS + " requests, answers by status: " + new TreeMap<>(statuses));
    assertThat(faults).as("seed " + seed).isEmpty();
    assertThat(statuses.values().stream().mapToInt(it -> it).sum()).isEqualTo(REQUESTS);
    assertThat(statuses).containsKeys(200, 202, 400, 404);
  }

  private void tryOut(Operation operation, OddInput odd) {
    String what = operation.toString();
    try {
      HttpRequest request = request(operation, odd);
      what = request.method() + " " + request.uri();
      HttpResponse<InputStream> response = http.send(request, BodyHandlers.ofInputStream());
      statuses.merge(response.statusCode(), 1, Integer::sum);
      check(what, response);
    } catch (IOException | InterruptedException | RuntimeException e) {
      faults.add(what + " ended in " + e);
    }
  }

  private void check(String what, HttpResponse<InputStream> response) throws IOException {
    String type = response.headers().firstValue("Content-Type").orElse("");
    try (InputStream in = response.body()) {
      if (type.startsWith("text/event-stream")) {
        return;
      }
      String body = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      int status = response.statusCode();
      boolean problem =
          type.startsWith("application/problem+json")
              && JSON.readTree(body).path("code").asString("").matches("[a-z_]+")
              && JSON.readTree(body).path("status").asInt() == status;
      if (status >= 500 || status >= 400 && !problem || body.length() > 5_000_000) {
        faults.add(what + " gave " + status + " " + type + ": " + body);
      }
    }
  }

  private HttpRequest request(Operation operation, OddInput odd) {
    StringBuilder path = new StringBuilder(operation.path());
    StringBuilder query = new StringBuilder();
    HttpRequest.Builder request = HttpRequest.newBuilder().timeout(Duration.ofSeconds(60));
    for (JsonNode parameter : operation.said().path("parameters")) {
      String name = parameter.path("name").asString();
      String value = value(name, odd);
      switch (parameter.path("in").asString()) {
        case "path" -> replace(path, "{" + name + "}", value);
        case "query" -> {
          if (odd.oneIn(2) || name.equals("timeout")) {
            query
                .append(query.isEmpty() ? "?" : "&")
                .append(name)
                .append("=")
                .append(encoded(value));
          }
        }
        default -> {
          if (odd.oneIn(2)) {
            request.header(name, value.replaceAll("[^\\x20-\\x7e]", "?"));
          }
        }
      }
    }
    if (odd.oneIn(15)) {
      query.append(query.isEmpty() ? "?" : "&").append(encoded(odd.text())).append("=1");
    }
    if (odd.oneIn(8)) {
      request.header(
          "Accept", odd.any(List.of("text/event-stream", "text/html", "nonsense", "*/*")));
    }
    JsonNode schema = operation.said().at("/requestBody/content/application~1json/schema");
    String body = schema.isMissingNode() ? null : odd.body(document, schema);
    if (body != null) {
      request.header("Content-Type", odd.oneIn(25) ? "text/plain" : "application/json");
    }
    return request
        .uri(URI.create("http://127.0.0.1:" + port + path + query))
        .method(
            operation.method(),
            body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body))
        .build();
  }

  /** A wait is short, whatever else is odd. */
  private static String value(String name, OddInput odd) {
    return name.equals("timeout") && !odd.oneIn(3)
        ? odd.any(List.of("0", "1ms", "PT0.02S"))
        : name.equals("timeout") ? odd.any(List.of("soon", "-1s", "", "1x", "\u0000")) : odd.text();
  }

  private static void replace(StringBuilder path, String name, String value) {
    int at = path.indexOf(name);
    path.replace(at, at + name.length(), encoded(value.isEmpty() ? "x" : value));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private List<Operation> operations() {
    List<Operation> operations = new ArrayList<>();
    for (var path : document.path("paths").properties()) {
      // Each report of the doctor waits for the servers.
      for (var operation : path.getValue().properties()) {
        operations.add(
            new Operation(
                operation.getKey().toUpperCase(java.util.Locale.ROOT),
                path.getKey(),
                operation.getValue()));
      }
    }
    return operations;
  }

  private List<String> ids() {
    List<String> ids = new ArrayList<>();
    Client client = new Client(port);
    for (int i = 0; i < 40; i++) {
      String id =
          client
              .post("/v1/runs", "{\"agent\":\"tester\",\"input\":\"x\"}")
              .json()
              .path("id")
              .asString();
      ids.add(id);
      if (i % 3 == 0) {
        journal.requestCancel(new RunId(id), null);
      } else if (i % 3 == 1) {
        journal.claim(new RunId(id), "test");
      }
    }
    return ids;
  }
}

package io.outlast.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Whatever comes in by HTTP: no failure, no page of the framework, nothing of the inside. */
@ApiTest
class OddRequestsTest {

  private static final String HOST = "Host: 127.0.0.1";

  @LocalServerPort int port;
  Client client;

  @BeforeEach
  void connect() {
    client = new Client(port);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/v1/nonsense", "/nonsense", "/error", "/v1", "/v1/runs/", "/actuator/no"})
  void whatIsNotThereIsNotFound(String path) {
    client.get(path, "Accept", "text/html").isProblem(404, "not_found");
  }

  @ParameterizedTest
  @CsvSource({"PUT,/v1/runs", "PATCH,/v1/runs", "DELETE,/v1/runs", "POST,/v1/runs/x"})
  void aMethodThatIsNotOfferedIsRefused(String method, String path) {
    Answer answer =
        client
            .send(method, path, BodyPublishers.ofString("{}"), "Content-Type", "application/json")
            .isProblem(405, "method_not_allowed");
    assertThat(answer.header("Allow")).contains("GET");
  }

  @Test
  void anAnswerThatNobodyOffersIsRefused() {
    client.get("/v1/runs", "Accept", "text/html").isProblem(406, "not_acceptable");
    client.get("/v1/runs", "Accept", "nonsense").isProblem(406, "not_acceptable");
  }

  @Test
  void aFormIsNeverReadIntoMemory() {
    client
        .send(
            "PUT",
            "/v1/runs",
            BodyPublishers.ofString("a=" + "x".repeat(5_000_000)),
            "Content-Type",
            "application/x-www-form-urlencoded")
        .isProblem(413, "payload_too_large");
  }

  @Test
  void headAndOptionsAnswerWithoutABody() {
    Answer head = client.send("HEAD", "/v1/runs", BodyPublishers.noBody());
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    Answer options = client.send("OPTIONS", "/v1/runs", BodyPublishers.noBody());
    assertThat(options.status()).isEqualTo(200);
    assertThat(options.header("Allow")).contains("GET", "POST", "HEAD");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /v1/runs/a%2Fb HTTP/1.1",
        "GET /v1/runs/a%5Cb HTTP/1.1",
        "GET /v1/runs/a%00 HTTP/1.1",
        "GET /v1/runs/a%0Ab HTTP/1.1",
        "GET /v1/runs/a%zz HTTP/1.1",
        "GET /v1/runs/%c0%ae HTTP/1.1",
        "GET /v1//runs HTTP/1.1",
        "GET /v1/runs;x=y HTTP/1.1",
        "GET /v1/runs/%2e%2e/runs HTTP/1.1",
        "GET /../../etc/passwd HTTP/1.1",
        "GET /v1/runs?status=%zz HTTP/1.1",
        "GET /v1/runs?% HTTP/1.1",
        "GET /v1/runs?a|b={} HTTP/1.1",
        "GET /v1/runs?metadata.%0A=x HTTP/1.1",
        "GET /v1/runs\u00e9 HTTP/1.1",
        "GET v1/runs HTTP/1.1",
        "TRACE /v1/runs HTTP/1.1",
        "CONNECT /v1/runs HTTP/1.1",
        "NONSENSE /v1/runs HTTP/1.1",
        "GET /v1/runs HTTP/9.9",
        "GET",
      })
  void whatIsNoProperRequestIsRefusedInOurWords(String line) {
    isRefused(client.raw(line, HOST));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: -5",
        "Content-Length: many",
        "Transfer-Encoding: nonsense",
        "Content-Type: ;;;",
        "Accept: a/b/c;;q=x",
        "X: a\u0001b",
        "Host: two",
        "Host: a b",
        "no colon",
        "Expect: nonsense"
      })
  void aHeaderThatMakesNoSenseDoesNoHarm(String header) {
    Answer answer = client.raw("POST /v1/runs HTTP/1.1", HOST, header);
    isRefused(answer);
  }

  @Test
  void headersThatAreTooLongAreRefused() {
    isRefused(client.raw("GET /v1/runs HTTP/1.1", HOST, "X: " + "x".repeat(100_000)));
    isRefused(client.raw("GET /" + "x".repeat(100_000) + " HTTP/1.1", HOST));
  }

  @Test
  void tooManyParametersAreRefused() {
    isRefused(client.raw("GET /v1/runs?" + "a&".repeat(2000) + " HTTP/1.1", HOST));
  }

  @Test
  void aBodyThatBreaksOffInItsChunksIsRefused() {
    Answer answer =
        client.raw(
            "POST /v1/runs HTTP/1.1",
            HOST,
            "Content-Type: application/json",
            "Transfer-Encoding: chunked",
            "",
            "zz",
            "nonsense");
    isRefused(answer);
  }

  @Test
  void theAnswerDoesNotNameTheServerAndForbidsWhatPagesDoNotNeed() {
    Answer answer = client.get("/v1/runs");
    assertThat(answer.headers()).doesNotContainKey("server").doesNotContainKey("set-cookie");
    assertThat(answer.header("Content-Security-Policy"))
        .contains("default-src 'none'")
        .doesNotContain("unsafe");
    assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(answer.header("X-Frame-Options")).isEqualTo("DENY");
    assertThat(answer.header("Referrer-Policy")).isEqualTo("same-origin");
  }

  @Test
  void thePagesAroundTheApiAnswer() {
    assertThat(client.get("/v3/api-docs").body()).contains("/v1/runs/{id}");
    Answer page = client.get("/swagger-ui/index.html", "Accept", "text/html");
    assertThat(page.status()).isEqualTo(200);
    // The policy allows no scripts inside the page.
    assertThat(page.body())
        .contains("<script src=")
        .doesNotContainPattern("<script[^>]*>\\s*[^<\\s]");
  }

  private static void isRefused(Answer answer) {
    // 501 and 505 are what RFC 9110 wants for what no server here understands.
    assertThat(answer.status()).as(answer.body()).isGreaterThanOrEqualTo(400).isNotIn(500, 503);
    assertThat(answer.body()).doesNotContain("internal_error");
    assertThat(answer.body()).doesNotContainPattern("Exception|<html|\\b(java|org|io)\\.[a-z]");
    if (!answer.body().isEmpty()) {
      assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
      assertThat(answer.json().path("code").asString()).isNotBlank();
    }
  }
}

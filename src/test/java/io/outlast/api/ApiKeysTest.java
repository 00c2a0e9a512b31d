package io.outlast.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.TestPropertySource;

/** Who may do what, once there are keys. */
@ApiTest
@TestPropertySource(
    properties = {
      "outlast.security.api-keys[0].name=reader",
      // viewer-key-4471
      "outlast.security.api-keys[0].sha256=" + ApiKeysTest.VIEWER_HASH,
      "outlast.security.api-keys[0].role=viewer",
      "OUTLAST_API_KEY=" + ApiKeysTest.OPERATOR
    })
@ExtendWith(OutputCaptureExtension.class)
class ApiKeysTest {

  static final String VIEWER = "viewer-key-4471";
  static final String VIEWER_HASH =
      "bf3cf165cc40426736dad6a2f8aa9e184ab6e70bbd08b15b0884f0aebbf31d66";
  static final String OPERATOR = "operator key: $4472!";

  @LocalServerPort int port;
  Client nobody;
  Client viewer;
  Client operator;

  @BeforeEach
  void connect() {
    nobody = new Client(port);
    viewer = nobody.with(VIEWER);
    operator = nobody.with(OPERATOR);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {"wrong", VIEWER + "x", "viewer-key-447", VIEWER_HASH, "eyJhbGciOiJub25lIn0.e30."})
  void withoutAKnownKeyNothingIsShown(String key) {
    for (String path :
        new String[] {
          "/v1/runs",
          "/v1/doctor",
          "/actuator",
          "/actuator/prometheus",
          "/actuator/health/db",
          "/v3/api-docs",
          "/swagger-ui/index.html",
          "/swagger-ui.html",
          "/",
          "/v1/nonsense",
          "/error"
        }) {
      Answer answer = nobody.with(key).get(path).isProblem(401, "unauthorized");
      assertThat(answer.header("WWW-Authenticate")).startsWith("Bearer");
    }
    nobody.with(key).post("/v1/runs", "{}").isProblem(401, "unauthorized");
    nobody.with(key).delete("/v1/runs/x").isProblem(401, "unauthorized");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Basic dmlld2VyOmtleQ==", VIEWER, "Bearer", "Bearer ", "Token " + VIEWER})
  void onlyBearerCounts(String header) {
    nobody.get("/v1/runs", "Authorization", header).isProblem(401, "unauthorized");
    nobody.get("/v1/runs?access_token=" + VIEWER).isProblem(401, "unauthorized");
  }

  @Test
  void theSchemesNameIsReadInAnyCase() {
    assertThat(nobody.get("/v1/runs", "Authorization", "bearer " + VIEWER).status()).isEqualTo(200);
  }

  @Test
  void theProbesNeedNoKeyAndTheDetailsOfHealthDo() {
    assertThat(nobody.get("/actuator/health/startup").status()).isEqualTo(200);
    assertThat(nobody.get("/actuator/health/startup").json().propertyNames())
        .doesNotContain("components");
    assertThat(nobody.get("/actuator/health/liveness").status()).isEqualTo(200);
    assertThat(nobody.get("/actuator/health/readiness").status()).isEqualTo(200);
    assertThat(nobody.get("/actuator/health").json().propertyNames()).doesNotContain("components");
    assertThat(viewer.get("/actuator/health").json().propertyNames()).contains("components");
    assertThat(viewer.get("/actuator/health/db").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/v1/runs", "/v3/api-docs", "/swagger-ui/index.html", "/actuator/prometheus"})
  void aViewerReads(String path) {
    assertThat(viewer.get(path).status()).isEqualTo(200);
    assertThat(viewer.send("HEAD", path, BodyPublishers.noBody()).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "POST,/v1/runs",
    "POST,/v1/runs/run_x/cancel",
    "DELETE,/v1/runs/run_x",
    "PUT,/v1/runs",
    "PATCH,/v1/nonsense",
    "POST,/v1/mcp/servers/x/restart",
    "POST,/actuator/loggers/io.outlast"
  })
  void aViewerChangesNothing(String method, String path) {
    viewer
        .send(method, path, BodyPublishers.ofString("{}"), "Content-Type", "application/json")
        .isProblem(403, "forbidden");
  }

  @Test
  void anOperatorDoesBothAndEveryChangeIsWrittenDown(CapturedOutput output) {
    Answer started = operator.post("/v1/runs", "{\"agent\":\"tester\",\"input\":\"x\"}");
    assertThat(started.status()).isEqualTo(202);
    String run = "/v1/runs/" + started.json().path("id").asString();
    String id = started.json().path("id").asString();
    assertThat(operator.get(run).status()).isEqualTo(200);
    assertThat(operator.post(run + "/cancel", "").status()).isEqualTo(202);
    operator.post(run + "/cancel", "").isProblem(409, "run_finished");
    assertThat(operator.delete(run).status()).isEqualTo(204);
    String who = "who=OUTLAST_API_KEY what=\"";
    assertThat(output.getAll())
        .contains(
            who + "POST /v1/runs\" status=202 run=" + id,
            who + "POST " + run + "/cancel\" status=202 run=" + id,
            who + "DELETE " + run + "\" status=204 run=" + id)
        .doesNotContain("status=409")
        .doesNotContain(VIEWER, OPERATOR);
  }

  @Test
  void aKeyComesNeitherFromACookieNorIntoOne() {
    Answer answer = viewer.get("/v1/runs");
    assertThat(answer.headers()).doesNotContainKey("set-cookie");
    assertThat(nobody.get("/v1/runs").status()).isEqualTo(401);
  }

  @Test
  void otherOriginsNeedAKeyLikeEverybody() {
    assertThat(
            operator.post("/v1/runs/x/cancel", "", "Origin", "https://elsewhere.example").status())
        .isEqualTo(404);
    nobody
        .post("/v1/runs/x/cancel", "", "Origin", "https://elsewhere.example")
        .isProblem(401, "unauthorized");
  }

  @Test
  void aRejectedAddressIsSaidWithoutAKeyToo() {
    nobody.raw("GET /v1//runs HTTP/1.1", "Host: x").isProblem(400, "invalid_request");
  }
}

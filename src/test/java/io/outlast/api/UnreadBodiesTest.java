package io.outlast.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Calls that take no body. */
@ApiTest
class UnreadBodiesTest {

  @LocalServerPort int port;
  Client client;

  @BeforeEach
  void connect() {
    client = new Client(port);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/schedules/tester/run",
        "/v1/schedules/tester/pause",
        "/v1/schedules/tester/resume",
        "/v1/mcp/servers/some/restart"
      })
  void aFieldThatNothingReadsIsRefused(String path) {
    client
        .post(path, "{\"input\": \"something else\", \"until\": \"tomorrow\"}")
        .isProblem(400, "invalid_request")
        .names("input")
        .names("until");
  }

  @Test
  void aDeletionIsNoExceptionFromThat() {
    client
        .send("DELETE", "/v1/runs/run_1", BodyPublishers.ofString("{\"force\": true}"))
        .isProblem(400, "invalid_request")
        .names("force");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "null", " {} "})
  void aBodyThatSaysNothingIsFine(String body) {
    client.post("/v1/schedules/tester/pause", body).isProblem(404, "no_schedule");
  }

  @Test
  void whatIsNoObjectIsRefused() {
    Answer answer =
        client.post("/v1/schedules/tester/pause", "[1]").isProblem(400, "invalid_request");
    assertThat(answer.json().path("detail").asString()).contains("{}, or left out");
    client.post("/v1/schedules/tester/pause", "{nope").isProblem(400, "invalid_json");
  }
}

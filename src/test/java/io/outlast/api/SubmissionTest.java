package io.outlast.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.journal.Journal;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

/** What is accepted as a request for a run, and what is said about the rest. */
@ApiTest
class SubmissionTest {

  @LocalServerPort int port;
  @Autowired Journal journal;
  Client client;
  long before;

  @BeforeEach
  void connect() {
    client = new Client(port);
    before = journal.countQueued();
  }

  @Test
  void aGoodRequestIsOnDiskWhenItIsAccepted() {
    Answer answer =
        client.post(
            "/v1/runs",
            """
            {"agent": "tester", "input": "Grüße 👋", "metadata": {"team": "red"},
             "limits": {"runTimeout": "90s", "maxTurns": 3}, "startAfter": "2100-01-31T06:00:00Z"}
            """);
    assertThat(answer.status()).as(answer.body()).isEqualTo(202);
    String id = answer.json().path("id").asString();
    assertThat(answer.header("Location")).endsWith("/v1/runs/" + id);
    Answer stored = client.get("/v1/runs/" + id);
    assertThat(stored.json().path("input").asString()).isEqualTo("Grüße 👋");
    assertThat(stored.json().path("metadata").path("team").asString()).isEqualTo("red");
    assertThat(stored.json().at("/limits/runTimeout/value").asString()).isEqualTo("PT1M30S");
    assertThat(stored.json().at("/limits/runTimeout/source").asString()).isEqualTo("request");
    client.post("/v1/runs/" + id + "/cancel", "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "inptu                    | {'agent': 'tester', 'input': 'x', 'inptu': 'y'}",
        "input                    | {'agent': 'tester'}",
        "input                    | {'agent': 'tester', 'input': null}",
        "input                    | {'agent': 'tester', 'input': ' '}",
        "input                    | {'agent': 'tester', 'input': {'a': 1}}",
        "input                    | {'agent': 'tester', 'input': 'a\\u0000b'}",
        "input                    | {'agent': 'tester', 'input': 'a\\ud800b'}",
        "input                    | {'agent': 'tester', 'input': 'a\\udc00\\ud800'}",
        "agent                    | {'input': 'x'}",
        "agent                    | {'agent': 7, 'input': 'x'}",
        "agent                    | {'agent': 'a\\u0000', 'input': 'x'}",
        "metadata                 | {'agent': 'tester', 'input': 'x', 'metadata': 'text'}",
        "metadata                 | {'agent': 'tester', 'input': 'x', 'metadata': ['a']}",
        "metadata.n               | {'agent': 'tester', 'input': 'x', 'metadata': {'n': 1}}",
        "metadata.n               | {'agent': 'tester', 'input': 'x', 'metadata': {'n': '\\u0000'}}",
        "metadata.                | {'agent': 'tester', 'input': 'x', 'metadata': {'': 'v'}}",
        "limits                   | {'agent': 'tester', 'input': 'x', 'limits': []}",
        "limits.toolTimeout       | {'agent': 'tester', 'input': 'x', 'limits': {'toolTimeout': '\\ud800'}}",
        "limits.toolTimeout       | {'agent': 'tester', 'input': 'x', 'limits': {'toolTimeout': 'soon'}}",
        "limits.toolTimeout       | {'agent': 'tester', 'input': 'x', 'limits': {'toolTimeout': '-5s'}}",
        "limits.toolTimeout       | {'agent': 'tester', 'input': 'x', 'limits': {'toolTimeout': true}}",
        "limits.toolTimeout       | {'agent': 'tester', 'input': 'x', 'limits': {'toolTimeout': 1e999}}",
        "limits.toolTimeout       | {'agent': 'tester', 'input': 'x', 'limits': {'toolTimeout': -1}}",
        "limits.maxTurns          | {'agent': 'tester', 'input': 'x', 'limits': {'maxTurns': -1}}",
        "limits.maxTurns          | {'agent': 'tester', 'input': 'x', 'limits': {'maxTurns': 1.5}}",
        "limits.maxTurns          | {'agent': 'tester', 'input': 'x', 'limits': {'maxTurns': 99999999999}}",
        "limits.maxTurns          | {'agent': 'tester', 'input': 'x', 'limits': {'maxTurns': 1e999999999}}",
        "limits.maxTurns          | {'agent': 'tester', 'input': 'x', 'limits': {'maxTurns': 1e-999999999}}",
        "limits.maxTotalTokens    | {'agent': 'tester', 'input': 'x', 'limits': {'maxTotalTokens': 99999999999999999999}}",
        "limits.maxResultBytes    | {'agent': 'tester', 'input': 'x', 'limits': {'maxResultBytes': '1XB'}}",
        "limits.maxResultBytes    | {'agent': 'tester', 'input': 'x', 'limits': {'maxResultBytes': '9999999999999999GB'}}",
        "limits.toolTimeuot       | {'agent': 'tester', 'input': 'x', 'limits': {'toolTimeuot': '5s'}}",
        "limits.runTimeout        | {'agent': 'tester', 'input': 'x', 'limits': {'runTimeout': '30h'}}",
        "limits.runTimeout        | {'agent': 'tester', 'input': 'x', 'limits': {'runTimeout': 0}}",
        "limits.toolsConfig       | {'agent': 'tester', 'input': 'x', 'limits': {'toolsConfig': 1}}",
        "limits.toolsConfig.echo  | {'agent': 'tester', 'input': 'x', 'limits': {'toolsConfig': {'echo': {}}}}",
        "limits.toolsConfig.s:*   | {'agent': 'tester', 'input': 'x', 'limits': {'toolsConfig': {'s:*': {}}}}",
        "limits.toolsConfig.s:t   | {'agent': 'tester', 'input': 'x', 'limits': {'toolsConfig': {'s:t': {}}}}",
        "startAfter               | {'agent': 'tester', 'input': 'x', 'startAfter': 'whenever'}",
        "startAfter               | {'agent': 'tester', 'input': 'x', 'startAfter': 5}",
        "startAfter               | {'agent': 'tester', 'input': 'x', 'startAfter': '+999999999-12-31T00:00:00Z'}",
      })
  void aBadFieldIsNamed(String field, String body) {
    client.post("/v1/runs", body.replace('\'', '"')).isProblem(400, "invalid_request").names(field);
    nothingWasStored();
  }

  @Test
  void aNumberAboveItsMaximumIsToldTheMaximum() {
    Answer answer =
        client.post(
            "/v1/runs",
            "{\"agent\":\"tester\",\"input\":\"x\",\"limits\":{\"maxTurns\":99999999999}}");
    assertThat(answer.json().at("/errors/0/message").asString())
        .isEqualTo("must be a whole number from 0 to 2147483647");
  }

  @Test
  void everyBadFieldIsNamedAtOnce() {
    client
        .post("/v1/runs", "{\"inptu\": 1, \"limits\": {\"maxTurns\": -1}}")
        .isProblem(400, "invalid_request")
        .names("inptu")
        .names("agent")
        .names("input")
        .names("limits.maxTurns");
  }

  @Test
  void aBodyFullOfMistakesIsAnsweredInShort() {
    StringBuilder body = new StringBuilder("{");
    for (int i = 0; i < 50_000; i++) {
      body.append('"').append("x".repeat(10)).append(i).append("\":1,");
    }
    body.append("\"").append("y".repeat(10_000)).append("\":1}");
    Answer answer = client.post("/v1/runs", body.toString()).isProblem(400, "invalid_request");
    assertThat(answer.body().length()).isLessThan(20_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{nope",
        "{\"agent\":\"tester\",\"input\":\"x\"",
        "{\"agent\":\"tester\",\"input\":\"x\"} {}",
        "{\"agent\":\"tester\",\"agent\":\"other\",\"input\":\"x\"}",
        "{\"agent\":\"tester\",\"input\":\"x\",\"metadata\":{\"a\":\"1\",\"a\":\"2\"}}",
        "{\"agent\":\"tester\",\"input\":\"tab\there\"}",
        "{\"agent\":\"tester\",\"input\":\"x\",\"\\ud800\":1}",
        "{\"agent\":NaN,\"input\":\"x\"}"
      })
  void whatIsNoJsonIsSaidToBeNone(String body) {
    client.post("/v1/runs", body).isProblem(400, "invalid_json");
    nothingWasStored();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "\"text\"", "7", "null", "", " "})
  void whatIsNoObjectIsRefused(String body) {
    client.post("/v1/runs", body).isProblem(400, "invalid_request");
    nothingWasStored();
  }

  @Test
  void bytesThatAreNoTextAreRefused() {
    byte[] body = "{\"agent\":\"tester\",\"input\":\"x?\"}".getBytes(StandardCharsets.UTF_8);
    body[27] = (byte) 0xff;
    client.post("/v1/runs", body).isProblem(400, "invalid_json");
    nothingWasStored();
  }

  @Test
  void jsonThatIsNestedTooDeeplyIsRefused() {
    String deep = "{\"agent\":\"tester\",\"input\":\"x\",\"metadata\":" + "[".repeat(100_000);
    client.post("/v1/runs", deep).isProblem(400, "invalid_json");
    nothingWasStored();
  }

  @Test
  void aNumberOfAThousandDigitsIsRefused() {
    String number = "1" + "0".repeat(2000);
    client
        .post(
            "/v1/runs",
            "{\"agent\":\"tester\",\"input\":\"x\",\"limits\":{\"maxTurns\":" + number + "}}")
        .isProblem(400, "invalid_json");
  }

  @Test
  void anUnknownAgentIsNotFoundWhateverItsName() {
    client
        .post("/v1/runs", "{\"agent\": \"nobody\", \"input\": \"x\"}")
        .isProblem(404, "unknown_agent");
    Answer answer =
        client
            .post("/v1/runs", "{\"agent\": \"" + "a".repeat(100_000) + "\", \"input\": \"x\"}")
            .isProblem(404, "unknown_agent");
    assertThat(answer.body().length()).isLessThan(1000);
    nothingWasStored();
  }

  @Test
  void aBodyUpToTheLimitIsTaken() {
    String body = "{\"agent\":\"tester\",\"input\":\"" + "x".repeat(4_000_000) + "\"}";
    assertThat(client.post("/v1/runs", body).status()).isEqualTo(202);
  }

  @Test
  void aBodyThatIsAnnouncedTooLongIsRefused() {
    client.post("/v1/runs", tooLong()).isProblem(413, "payload_too_large");
    nothingWasStored();
  }

  @Test
  void aBodyThatTurnsOutTooLongIsRefused() {
    client
        .send(
            "POST",
            "/v1/runs",
            BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(tooLong())),
            "Content-Type",
            "application/json")
        .isProblem(413, "payload_too_large");
    nothingWasStored();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/plain",
        "application/xml"
      })
  void whatIsNotJsonIsRefused(String type) {
    client
        .post("/v1/runs", "agent=tester", "Content-Type", type)
        .isProblem(415, "unsupported_media_type");
    String body = "{\"reason\": \"x\"}";
    client
        .post("/v1/runs/run_01NOSUCHRUN/cancel", body, "Content-Type", type)
        .isProblem(415, "unsupported_media_type");
    nothingWasStored();
  }

  @AfterEach
  void theServiceGoesOn() {
    assertThat(client.get("/actuator/health/liveness").status()).isEqualTo(200);
  }

  private void nothingWasStored() {
    assertThat(journal.countQueued()).isEqualTo(before);
  }

  private static byte[] tooLong() {
    byte[] body = new byte[(int) BodyLimit.MOST + 1];
    Arrays.fill(body, (byte) ' ');
    return body;
  }
}

package io.outlast.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.web.server.LocalServerPort;

/** A browser on this machine does not act for other web sites. */
@ApiTest
class ForeignOriginsTest {

  @LocalServerPort int port;
  Client client;

  @BeforeEach
  void connect() {
    client = new Client(port);
  }

  @Test
  void aProgramWithoutAnOriginMayChangeThings() {
    cancel().isProblem(404, "unknown_run");
  }

  @Test
  void ourOwnPagesMayChangeThings() {
    cancel("Origin: http://127.0.0.1:" + port).isProblem(404, "unknown_run");
    cancel("Origin: http://127.0.0.1:" + port, "Sec-Fetch-Site: same-origin")
        .isProblem(404, "unknown_run");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Origin: http://evil.example",
        "Origin: https://evil.example:8080",
        "Origin: http://127.0.0.1:1",
        "Origin: http://127.0.0.1.evil.example",
        "Origin: null",
        "Origin: ://",
        "Sec-Fetch-Site: cross-site",
        "Sec-Fetch-Site: same-site"
      })
  void anotherSiteMayNot(String header) {
    cancel(header).isProblem(403, "forbidden_origin");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "10.1.2.3"})
  void aNameThatSomebodyElsesDnsPointsToUsMayNotEvenRead(String host) {
    client.raw("GET /v1/runs HTTP/1.1", "Host: " + host).isProblem(403, "forbidden_origin");
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "LOCALHOST:8080", "127.0.0.2", "[::1]:8080", "a.localhost"})
  void theNamesOfThisMachineMayRead(String host) {
    assertThat(client.raw("GET /v1/runs HTTP/1.1", "Host: " + host).status()).isEqualTo(200);
  }

  @Test
  void aPreflightIsRefused() {
    client
        .raw(
            "OPTIONS /v1/runs HTTP/1.1",
            "Host: 127.0.0.1:" + port,
            "Origin: http://evil.example",
            "Access-Control-Request-Method: POST")
        .isProblem(403, "forbidden_origin");
  }

  private Answer cancel(String... headers) {
    String[] head = new String[headers.length + 2];
    head[0] = "POST /v1/runs/run_01NOSUCHRUN/cancel HTTP/1.1";
    head[1] = "Host: 127.0.0.1:" + port;
    System.arraycopy(headers, 0, head, 2, headers.length);
    return client.raw(head);
  }
}

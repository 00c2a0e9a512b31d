package io.outlast.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;

/** What a browser is told where there is nothing to show. */
@ApiTest
class PagesTest {

  @LocalServerPort int port;
  Client client;

  @BeforeEach
  void connect() {
    client = new Client(port);
  }

  @Test
  void aStatusThatNoRunHasIsToldWithTheKnownOnes() {
    Answer answer = page("/?status=%3Cb%3Ebogus");
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.header("Content-Type")).startsWith("text/html");
    assertThat(answer.body())
        .contains("&lt;b&gt;bogus", "queued, running, completed, failed, cancelled, timed_out")
        .contains("<h1>Nothing to show</h1>");
    assertThat(page("/?status=timed_out").status()).isEqualTo(200);
    assertThat(page("/?status=").status()).isEqualTo(200);
  }

  @Test
  void thePageOfRefusalsIsNoPageByItself() {
    Answer answer = page("/refused");
    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.body()).contains("<h1>Not found</h1>");
  }

  private Answer page(String path) {
    return client.get(path, "Accept", "text/html");
  }
}

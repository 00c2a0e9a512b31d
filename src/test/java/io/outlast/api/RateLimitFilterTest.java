package io.outlast.api;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.DispatcherType;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.test.context.TestPropertySource;

/** Limits of so many requests that the tests do not last long enough to earn more. */
@ApiTest
@TestPropertySource(
    properties = {
      "outlast.security.api-keys[0].name=reader",
      "outlast.security.api-keys[0].sha256=" + ApiKeysTest.VIEWER_HASH,
      "outlast.security.api-keys[0].role=viewer",
      "OUTLAST_API_KEY=" + ApiKeysTest.OPERATOR,
      "outlast.api.requests-per-key=4",
      "outlast.api.requests-per-address=2"
    })
class RateLimitFilterTest {

  @LocalServerPort int port;
  @Autowired CallerLimits limits;

  @Test
  void whoAsksTooOftenIsToldWhenToComeBackAndHarmsNobodyElse() {
    Client nobody = new Client(port);
    Client viewer = nobody.with(ApiKeysTest.VIEWER);
    assertThat(nobody.get("/actuator/health/liveness").status()).isEqualTo(200);
    for (int i = 0; i < 4; i++) {
      assertThat(viewer.get("/v1/runs").status()).isEqualTo(200);
    }
    Answer refused = viewer.get("/v1/runs").isProblem(429, "rate_limited");
    assertThat(refused.header("Retry-After")).matches("1?[0-9]");
    assertThat(refused.body())
        .contains("4 requests a minute", "API key reader", "requests-per-key");
    assertThat(nobody.with(ApiKeysTest.OPERATOR).get("/v1/runs").status()).isEqualTo(200);

    for (int i = 0; i < 2; i++) {
      nobody.with(i % 2 == 0 ? "wrong" : null).get("/v1/runs").isProblem(401, "unauthorized");
    }
    nobody.with("wrong").get("/v1/runs").isProblem(429, "rate_limited");
    nobody.get("/v1/runs").isProblem(429, "rate_limited");
    assertThat(nobody.with(ApiKeysTest.OPERATOR).get("/v1/runs").status()).isEqualTo(200);

    aBrowserIsShownAPageThatSaysWhatToDo(nobody);
    whoeverHasAKeyCanStillSignIn(nobody);

    for (int i = 0; i < 20; i++) {
      assertThat(nobody.get("/actuator/health/liveness").status()).isEqualTo(200);
      assertThat(nobody.get("/assets/outlast.css").status()).isEqualTo(200);
    }
  }

  /**
   * It may come before this filter has seen the request: then its page must not be refused, too.
   */
  @Test
  void thePageThatSaysARefusalIsNotCounted() {
    MockHttpServletRequest page = new MockHttpServletRequest("GET", "/refused");
    RateLimitFilter filter = new RateLimitFilter(limits, "/actuator/health");
    assertThat(filter.shouldNotFilter(page)).isFalse();
    page.setDispatcherType(DispatcherType.FORWARD);
    assertThat(filter.shouldNotFilter(page)).isTrue();
  }

  private static void aBrowserIsShownAPageThatSaysWhatToDo(Client nobody) {
    Answer page = nobody.get("/schedules", "Accept", "text/html", "X-Forwarded-For", "10.1.2.3");
    assertThat(page.status()).as(page.body()).isEqualTo(429);
    assertThat(page.header("Retry-After")).isNotNull();
    assertThat(page.header("Content-Type")).startsWith("text/html");
    assertThat(page.body())
        .contains("<h1>Too Many Requests</h1>", "requests-per-address", "try again in")
        .contains("server.forward-headers-strategy");
    assertThat(nobody.get("/", "Accept", "text/html").body())
        .contains("try again in")
        .doesNotContain("forward-headers");
    Answer part = nobody.get("/", "Accept", "text/html", "HX-Request", "true");
    assertThat(part.status()).isEqualTo(429);
    assertThat(part.body()).contains("try again in").doesNotContain("<html");
  }

  private static void whoeverHasAKeyCanStillSignIn(Client nobody) {
    assertThat(nobody.get("/sign-in").status()).isEqualTo(200);
    Answer wrong = signIn(nobody, "wrong");
    assertThat(wrong.status()).isEqualTo(429);
    assertThat(wrong.header("Retry-After")).isNotNull();
    assertThat(wrong.body()).contains("try again in", "<form");
    Answer right = signIn(nobody, ApiKeysTest.OPERATOR);
    assertThat(right.status()).as(right.body()).isEqualTo(303);
  }

  private static Answer signIn(Client client, String key) {
    return client.send(
        "POST",
        "/sign-in",
        BodyPublishers.ofString("key=" + URLEncoder.encode(key, StandardCharsets.UTF_8)),
        "Content-Type",
        "application/x-www-form-urlencoded",
        "Sec-Fetch-Site",
        "same-origin");
  }
}

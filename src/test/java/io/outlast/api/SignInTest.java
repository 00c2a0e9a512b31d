package io.outlast.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.TestPropertySource;

/** How a browser comes in once there are keys, and what it can not be made to do. */
@ApiTest
@TestPropertySource(
    properties = {
      "outlast.security.api-keys[0].name=reader",
      "outlast.security.api-keys[0].sha256=" + ApiKeysTest.VIEWER_HASH,
      "outlast.security.api-keys[0].role=viewer",
      "OUTLAST_API_KEY=" + ApiKeysTest.OPERATOR
    })
class SignInTest {

  private static final String RUN = "{\"agent\":\"tester\",\"input\":\"x\"}";

  @LocalServerPort int port;
  Client client;

  @BeforeEach
  void connect() {
    client = new Client(port);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/runs/run_x?a=b",
        "/schedules",
        "/servers",
        "/doctor",
        "/swagger-ui/index.html"
      })
  void aPageAsksForTheKeyAndComesBackToWhatWasWanted(String path) {
    Answer answer = client.get(path, "Accept", "text/html");
    assertThat(answer.status()).isEqualTo(303);
    assertThat(answer.header("Location"))
        .isEqualTo("/sign-in?next=" + URLEncoder.encode(path, StandardCharsets.UTF_8));
  }

  @Test
  void aKeyInTheAddressIsNotTaken() {
    Answer answer =
        post("/sign-in?key=" + encoded(ApiKeysTest.OPERATOR), "", "Sec-Fetch-Site", "same-origin");
    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.header("Set-Cookie")).isNull();
  }

  @Test
  void theCookieIsForNoScriptAndNoOtherSite() {
    Answer answer = signIn(ApiKeysTest.OPERATOR, "/servers");
    assertThat(answer.status()).isEqualTo(303);
    assertThat(answer.header("Location")).isEqualTo("/servers");
    assertThat(answer.header("Set-Cookie"))
        .contains("HttpOnly", "SameSite=Strict", "Path=/")
        .doesNotContain("Max-Age", "Expires", ApiKeysTest.OPERATOR);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//evil.example",
        "https://evil.example/",
        "/\\evil.example",
        "evil",
        "",
        "/a\r\nb"
      })
  void signingInLeadsToNoOtherSite(String next) {
    assertThat(signIn(ApiKeysTest.OPERATOR, next).header("Location")).isEqualTo("/");
  }

  @Test
  void aWrongKeyIsRefusedAndNotSaidAgain() {
    Answer answer = signIn("wrong-key-<b>", "/");
    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.headers()).doesNotContainKey("set-cookie");
    assertThat(answer.body()).contains("not known").doesNotContain("wrong-key");
  }

  @Test
  void anotherSiteCanNotSignABrowserIn() {
    String form = "key=" + encoded(ApiKeysTest.OPERATOR);
    post("/sign-in", form, "Sec-Fetch-Site", "cross-site").isProblem(403, "forbidden_origin");
    post("/sign-in", form, "Origin", "https://evil.example").isProblem(403, "forbidden_origin");
    post("/sign-in", form, "Origin", "null").isProblem(403, "forbidden_origin");
    post("/sign-in", form).isProblem(403, "forbidden_origin");
  }

  @Test
  void aSignedInBrowserReadsPagesApiAndStreams() {
    String cookie = cookie(ApiKeysTest.VIEWER);
    for (String path : new String[] {"/", "/servers", "/v1/runs", "/swagger-ui/index.html"}) {
      assertThat(client.get(path, "Cookie", cookie).status()).as(path).isEqualTo(200);
    }
    assertThat(client.get("/", "Cookie", cookie).body())
        .doesNotContain("data-opens")
        .contains("Signed in as reader");
    assertThat(client.get("/", "Cookie", cookie(ApiKeysTest.OPERATOR)).body())
        .contains("data-opens");
  }

  @Test
  void onlyPagesOfThisServiceChangeAnythingWithTheCookie() {
    String cookie = cookie(ApiKeysTest.OPERATOR);
    for (String[] origin :
        new String[][] {
          {"Sec-Fetch-Site", "cross-site"},
          {"Sec-Fetch-Site", "same-site"},
          {"Origin", "https://evil.example"},
          {"Origin", "null"},
          {"X-Nothing", "at all"}
        }) {
      client
          .post("/v1/runs", RUN, "Cookie", cookie, origin[0], origin[1])
          .isProblem(403, "forbidden_origin");
    }
    String self = "http://127.0.0.1:" + port;
    assertThat(client.post("/v1/runs", RUN, "Cookie", cookie, "Origin", self).status())
        .isEqualTo(202);
    assertThat(
            client
                .post("/v1/runs", RUN, "Cookie", cookie, "Sec-Fetch-Site", "same-origin")
                .status())
        .isEqualTo(202);
  }

  @Test
  void aViewersCookieChangesNothing() {
    client
        .post(
            "/v1/runs", RUN, "Cookie", cookie(ApiKeysTest.VIEWER), "Sec-Fetch-Site", "same-origin")
        .isProblem(403, "forbidden");
  }

  @Test
  void aKeyInAHeaderNeedsNoOrigin() {
    String cookie = cookie(ApiKeysTest.VIEWER);
    Client operator = client.with(ApiKeysTest.OPERATOR);
    assertThat(operator.post("/v1/runs", RUN, "Cookie", cookie).status()).isEqualTo(202);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bm9uc2Vuc2U", "%%%", "=", "\u00e9"})
  void aCookieThatIsNotValidAnyMoreLeadsToTheForm(String value) {
    String cookie = "outlast-session=" + value.replaceAll("[^\\x20-\\x7e]", "?");
    Answer page = client.get("/", "Cookie", cookie, "Accept", "text/html");
    assertThat(page.status()).isEqualTo(303);
    assertThat(client.get("/sign-in", "Cookie", cookie).status()).isEqualTo(200);
    assertThat(client.get("/assets/outlast.css", "Cookie", cookie).status()).isEqualTo(200);
    client.get("/v1/runs", "Cookie", cookie).isProblem(401, "unauthorized");
  }

  @Test
  void signingOutEndsACopyOfTheCookieToo() {
    String cookie = cookie(ApiKeysTest.VIEWER);
    String other = cookie(ApiKeysTest.VIEWER);
    assertThat(client.get("/v1/runs", "Cookie", cookie).status()).isEqualTo(200);
    post("/sign-out", "", "Cookie", cookie, "Sec-Fetch-Site", "same-origin");
    client.get("/v1/runs", "Cookie", cookie).isProblem(401, "unauthorized");
    assertThat(client.get("/v1/runs", "Cookie", other).status()).isEqualTo(200);
  }

  @Test
  void aKeyInACookieOpensNothing() {
    String key = Base64.getUrlEncoder().encodeToString(ApiKeysTest.OPERATOR.getBytes(UTF_8));
    client.get("/v1/runs", "Cookie", "outlast-session=" + key).isProblem(401, "unauthorized");
  }

  @Test
  void signingOutTakesTheCookieAway() {
    Answer answer =
        post(
            "/sign-out", "", "Cookie", cookie(ApiKeysTest.VIEWER), "Sec-Fetch-Site", "same-origin");
    assertThat(answer.status()).isEqualTo(303);
    assertThat(answer.header("Set-Cookie")).contains("outlast-session=;", "Max-Age=0");
  }

  @Test
  void aPartOfAPageThatMayNotBeSeenAnyMoreLeadsTheBrowserToTheForm() {
    Answer answer = client.get("/", "HX-Request", "true", "Accept", "text/html");
    assertThat(answer.isProblem(401, "unauthorized").header("HX-Redirect")).isEqualTo("/sign-in");
  }

  private String cookie(String key) {
    String set = String.valueOf(signIn(key, "/").header("Set-Cookie"));
    return set.substring(0, set.indexOf(';'));
  }

  private Answer signIn(String key, String next) {
    String form = "key=" + encoded(key) + "&next=" + encoded(next);
    return post("/sign-in", form, "Sec-Fetch-Site", "same-origin");
  }

  private Answer post(String path, String form, String... headers) {
    String[] all = java.util.Arrays.copyOf(headers, headers.length + 2);
    all[headers.length] = "Content-Type";
    all[headers.length + 1] = "application/x-www-form-urlencoded";
    return client.send("POST", path, BodyPublishers.ofString(form), all);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}

package io.outlast.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outlast.settings.InvalidSettingException;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpTargetTest {

  private static HttpTarget target(String url, Map<String, String> headers) {
    return HttpTarget.of("docs", StreamableFixture.settings(URI.create(url), headers));
  }

  @Test
  void userInfoBecomesBasicAuthenticationAndIsShownNowhere() {
    HttpTarget target = target("https://bob:p%40ssw0rd@example.org/mcp?key=k3y", Map.of());
    assertThat(target.request(target.uri()).build().headers().firstValue("Authorization"))
        .hasValue("Basic Ym9iOnBAc3N3MHJk");
    assertThat(target.uri()).hasToString("https://example.org/mcp?key=k3y");
    assertThat(target.display()).isEqualTo("https://example.org:443/mcp");
    assertThat(target.mask("no p@ssw0rd and no Ym9iOnBAc3N3MHJk")).isEqualTo("no *** and no ***");
  }

  @Test
  void aConfiguredHeaderComesBeforeUserInfo() {
    HttpTarget target = target("https://bob:pw@example.org/", Map.of("authorization", "Bearer t"));
    assertThat(target.request(target.uri()).build().headers().allValues("Authorization"))
        .containsExactly("Bearer t");
  }

  @Test
  void aQuoteIsOneShortLineWithoutSecrets() {
    HttpTarget target = target("http://example.org/", Map.of("Authorization", "Bearer t0ken-1"));
    assertThat(target.quote("you sent\r\n\tt0ken-1\u0000!".getBytes(UTF_8)))
        .isEqualTo("you sent *** !");
    assertThat(target.quote("x".repeat(500).getBytes(UTF_8))).hasSize(201);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://example.org/", "/mcp", "mailto:me@example.org", "http:///mcp"})
  void aUrlThatIsNoneIsMisconfigured(String url) {
    // The settings refuse it first.
    assertThatThrownBy(() -> target(url, Map.of()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("url is no address of a server");
  }

  @ParameterizedTest
  @CsvSource({"X-Key,'s3cret\nvalue'", "Content-Length,12", "'bad name',s3cret"})
  void aHeaderThatCannotBeSentIsNamedWithoutItsValue(String name, String value) {
    assertThatThrownBy(() -> target("http://example.org/", Map.of(name, value)))
        .isInstanceOf(TransportFailure.class)
        .hasMessageContaining(name)
        .hasMessageNotContaining("s3cret")
        .hasNoCause();
  }

  @ParameterizedTest
  @CsvSource({
    "http://a.org/mcp, /mcp/, http://a.org/mcp/",
    "http://a.org/mcp, http://A.org:80/x?y=1#z, http://A.org:80/x?y=1",
    "https://a.org/mcp, //a.org:443/x, https://a.org:443/x",
    "http://a.org/a/sse, messages?id=1, http://a.org/a/messages?id=1",
  })
  void aReferenceToTheSameOriginIsFollowed(String from, String reference, String to) {
    assertThat(OriginGuard.resolve(URI.create(from), reference, "It")).hasToString(to);
  }

  @ParameterizedTest
  @CsvSource({
    "https://a.org/mcp, http://a.org/mcp",
    "http://a.org/mcp, https://a.org/mcp",
    "http://a.org/mcp, http://a.org:8080/mcp",
    "http://a.org/mcp, http://b.org/mcp",
    "http://a.org/mcp, http://a.org@b.org/mcp",
    "http://a.org/mcp, //b.org/mcp",
    "http://a.org/mcp, javascript:x",
    "http://a.org/mcp, 'http://a b/'",
  })
  void aReferenceToElsewhereIsRefused(String from, String reference) {
    assertThatThrownBy(() -> OriginGuard.resolve(URI.create(from), reference, "It"))
        .isInstanceOfSatisfying(
            TransportFailure.class,
            failure -> assertThat(failure.loss()).isEqualTo(TransportLoss.MISCONFIGURED));
  }
}

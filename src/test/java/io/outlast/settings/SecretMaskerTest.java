package io.outlast.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretMaskerTest {

  @TempDir Path folder;

  private SecretMasker masker() {
    SettingsFixture fixture =
        new SettingsFixture(folder)
            .variables(
                Map.of(
                    "OUTLAST_API_KEY", "opkey-77", "DB_PASSWORD", "db-secret-8", "HOME", "/root"))
            .yaml(
                """
                outlast:
                  models:
                    local: { provider: openai, model: x, api-key: ollama }
                    m: { provider: openai, model: x, api-key: key-1101, base-url: "http://u:base-1@h/v1" }
                  mcp:
                    servers:
                      stdio:
                        command: x
                        env: { API_TOKEN: tok-1102, PIN: "1234567", MODE: production, PASSWORD: hush, QUOTED: 'a"b\\c1' }
                      web:
                        transport: streamable-http
                        url: "http://user:p%40ss-1104@h/mcp"
                        headers: { Authorization: Bearer hdr-1103 }
                """);
    return new SecretMasker(Secrets.of(fixture.load(), fixture.environment()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "key-1101",
        "base-1",
        "tok-1102",
        "1234567",
        "hush",
        "hdr-1103",
        "p%40ss-1104",
        "p@ss-1104",
        "opkey-77",
        "db-secret-8",
        "a\"b\\c1",
        "a\\\"b\\\\c1"
      })
  void whatIsConfiguredAsSecretIsMasked(String secret) {
    assertThat(masker().mask("before " + secret + " after")).isEqualTo("before *** after");
  }

  @Test
  void credentialsInBasicAuthenticationAreMasked() {
    String basic = Base64.getEncoder().encodeToString("user:p@ss-1104".getBytes());
    assertThat(masker().mask("Authorization: Basic " + basic)).doesNotContain(basic);
  }

  @Test
  void plainWordsStayReadable() {
    String text =
        "in production, ollama, user at /root: task-management-tool, basic authentication failed";
    assertThat(masker().mask(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Authorization: Bearer abc123def456", "authorization: bearer abc123def456",
            "BASIC dXNlcjpwYXNz1234",
        "sk-proj-abcdefghijkl", "ghp_0000000000abcdef", "https://user:whatever1@host/path"
      })
  void whatLooksLikeACredentialIsMaskedToo(String text) {
    assertThat(masker().mask(text))
        .contains("***")
        .doesNotContain("abc123")
        .doesNotContain("dXNlcj")
        .doesNotContain("abcdef")
        .doesNotContain("whatever1");
  }

  @Test
  @Timeout(60)
  void longTextsTakeNoLongTime() {
    // Linear, it takes a second; a pattern that looks back at every character would take hours.
    String text = "a line of a log with nothing in it, or Basic sk- http://x:y ".repeat(140_000);
    SecretMasker masker = masker();
    assertThat(masker.mask(text + "tok-1102")).endsWith("***");
  }

  @Test
  void recordsDoNotTellTheirSecrets() {
    SettingsFixture fixture =
        new SettingsFixture(folder)
            .yaml(
                """
                outlast:
                  models: { m: { provider: openai, model: x, api-key: key-1101, base-url: "http://u:pw-1@h/" } }
                  mcp.servers:
                    s: { command: x, env: { TOKEN: tok-1102 }, args: [arg-1105] }
                    w: { transport: sse, url: "http://u:pw-2@h/", headers: { X: hdr-1103 } }
                """);
    assertThat(List.of("key-1101", "pw-1", "tok-1102", "arg-1105", "pw-2", "hdr-1103"))
        .noneMatch(fixture.load().toString()::contains);
  }
}

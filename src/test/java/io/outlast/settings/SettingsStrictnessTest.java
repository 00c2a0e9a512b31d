package io.outlast.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsStrictnessTest {

  private static final String SERVER = "outlast.mcp.servers.fms: { command: x, %s }";

  @TempDir Path folder;

  private String refused(SettingsFixture fixture) {
    InvalidConfigurationException refused =
        catchThrowableOfType(InvalidConfigurationException.class, fixture::load);
    assertThat(refused).as("refused").isNotNull();
    return String.valueOf(refused.getMessage());
  }

  private String refused(String yaml) {
    return refused(new SettingsFixture(folder).yaml(yaml));
  }

  @Test
  void anUnknownKeyIsNamedWithFileLineAndNearest() {
    String message =
        refused(
            """
            outlast:
              limits:
                tool-timout: 5s
            """);
    assertThat(message)
        .startsWith(folder.resolve("application.yml") + ":3: ")
        .contains("outlast.limits.tool-timout", "did you mean tool-timeout?");
  }

  @Test
  void everyUnknownKeyIsNamedAtOnce() {
    assertThat(
            refused(
                """
                outlast:
                  limts: { tool-timeout: 1s }
                  mcp:
                    servers:
                      fms: { command: x, startup-timeuot: 5s, tools: { a.b: { timout: 1s } } }
                  security: { api-keys: [{ nam: x }] }
                """))
        .contains("outlast.limts.tool-timeout is not a known key; did you mean limits?")
        .contains("outlast.mcp.servers.fms.startup-timeuot")
        .contains("did you mean startup-timeout?")
        .contains("outlast.mcp.servers.fms.tools.a.b.timout")
        .contains("outlast.security.api-keys[0].nam is not a known key; did you mean name?");
  }

  @Test
  void anUnknownKeyLikeNothingElseGetsTheListOfKnownOnes() {
    assertThat(refused("outlast.runs.zzzzzzzz: 1"))
        .contains("known here: concurrency, drain-timeout, retention");
  }

  @Test
  void flagsAndPropertiesAreStrictToo() {
    assertThat(refused(new SettingsFixture(folder).flags("--outlast.limits.max-trns=1")))
        .isEqualTo(
            "command line: outlast.limits.max-trns is not a known key; did you mean max-turns?");
    assertThat(
            refused(new SettingsFixture(folder).properties(Map.of("outlast.limits.max-trns", 1))))
        .startsWith("properties: outlast.limits.max-trns");
  }

  @ParameterizedTest
  @CsvSource({
    "'\"-5s\"', -5s",
    "NaN, NaN",
    ".nan, NaN",
    "soon, soon",
    "5y, 5y",
    "-1, -1",
    "true, true"
  })
  void aDurationWithoutSenseIsNamedWithKeyAndValue(String yaml, String shown) {
    assertThat(refused("outlast.limits.tool-timeout: " + yaml))
        .startsWith(folder.resolve("application.yml") + ":1: outlast.limits.tool-timeout ")
        .contains("'" + shown + "'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "limits.max-turns: many | outlast.limits.max-turns 'many' is not a whole number",
        "limits.max-turns: 7.5 | outlast.limits.max-turns '7.5' is not a whole number",
        "limits.max-turns: 99999999999 | '99999999999' is not a whole number of at most 2147483647",
        "limits.max-turns: -1 | outlast.limits.max-turns is -1, must be 0 or more",
        "limits.model-attempts: 0 | outlast.limits.model-attempts is 0, must be 1 or more",
        "limits.max-result-bytes: 5XB | max-result-bytes '5XB' is not a size",
        "limits.max-result-bytes: -5KB | max-result-bytes is -5120, must be 0 or more",
        "limits.run-timeout: 48h | run-timeout is PT48H, above max-run-timeout PT24H",
        "limits: 5 | outlast.limits takes no value of its own",
        "runs.concurrency: 0 | outlast.runs.concurrency is 0, must be 1 or more",
        "agents.watch: maybe | outlast.agents.watch 'maybe' is neither true nor false",
        "agents.location: ' ' | outlast.agents.location is blank",
        "data-dir: data | outlast.data-dir is 'data': write an absolute path or ./data",
        "default-model: nope | outlast.default-model is 'nope', which is no key",
        "models.m.model: x | outlast.models.m.provider is missing",
        "models.m: { provider: opnai, model: x } | provider 'opnai' is not one of openai, anthropic, scripted",
        "models.m: { provider: openai } | outlast.models.m.model is missing",
        "models.m: { provider: openai, model: x, base-url: localhost } | outlast.models.m.base-url is no address",
        "security.api-keys: [{ name: ci, sha256: abc, role: viewer }] | outlast.security.api-keys[0].sha256 is no SHA-256",
        "security.api-keys: [{ name: ci, role: viewer }] | outlast.security.api-keys[0].sha256 is missing",
        "mcp.servers.a b: { command: x } | outlast.mcp.servers[a b] is no name for a server",
        "mcp.servers.s.args: x | outlast.mcp.servers.s.command is missing",
        "mcp.servers.s.transport: sse | outlast.mcp.servers.s.url is missing",
        "mcp.servers.s: { transport: sse, url: 'ftp://x/' } | outlast.mcp.servers.s.url is no address",
      })
  void aValueWithoutSenseIsNamedWithKeyAndRemedy(String yaml, String message) {
    assertThat(refused("outlast." + yaml)).contains("application.yml").contains(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "restart: { jitter: 1.5 } | restart.jitter is 1.5, must be from 0 to 1",
        "restart: { multiplier: .nan } | restart.multiplier is NaN, must be from 1 to 100",
        "restart: { multiplier: 0.5 } | restart.multiplier is 0.5",
        "restart: { initial-backoff: 0 } | restart.initial-backoff must be longer than 0",
        "restart: { max-backoff: 0.5 } | restart.max-backoff is PT0.5S, shorter",
        "startup-timeout: 0 | startup-timeout is 0",
        "max-concurrent-calls: -1 | max-concurrent-calls is -1",
        "roots: ['http://x/'] | roots has 'http://x/'",
        "tools: { t: { effect: harmless } } | tools.t.effect 'harmless' is not one of read-only, idempotent, side-effecting",
        "tools: { t: { requested-timeout: { unit: s } } } | tools.t.requested-timeout.argument is missing",
      })
  void aServersValueWithoutSenseIsNamedToo(String yaml, String message) {
    assertThat(refused(SERVER.formatted(yaml))).contains("outlast.mcp.servers.fms." + message);
  }

  @Test
  void anUnsetPlaceholderIsNamedWithItsKey() {
    assertThat(refused(SERVER.formatted("env: { TOKEN: \"${SURELY_UNSET}\" }")))
        .contains("application.yml:1: outlast.mcp.servers.fms.env.TOKEN uses ${SURELY_UNSET}");
    assertThat(refused("outlast.mcp.config: \"${SURELY_UNSET}/mcp.json\""))
        .contains("outlast.mcp.config uses ${SURELY_UNSET}");
  }

  @Test
  void anOverriddenValueNeedsNoSense() {
    SettingsFixture fixture =
        new SettingsFixture(folder)
            .yaml("outlast.limits.tool-timeout: ${SURELY_UNSET}")
            .flags("--outlast.limits.tool-timeout=1s");
    assertThat(fixture.load().limits().toolTimeout()).hasSeconds(1);
  }

  @Test
  void aRefusalGivesNoSecretAway() {
    assertThat(
            refused("outlast.mcp.servers.s: { transport: sse, url: 'http://u:pass word@host/' }"))
        .contains("outlast.mcp.servers.s.url is not a URI")
        .doesNotContain("pass word");
  }
}

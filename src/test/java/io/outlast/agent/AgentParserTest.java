package io.outlast.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.outlast.model.ScriptTurn;
import io.outlast.settings.InvalidConfigurationException;
import io.outlast.settings.LimitOverrides.ToolOverride;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.util.unit.DataSize;

class AgentParserTest {

  private final MockEnvironment environment = new MockEnvironment().withProperty("TEAM", "blue");
  private final AgentParser parser = new AgentParser(environment, Duration.ofHours(24));

  private AgentSpec parse(String content) {
    return parser.parse("agents/tester.md", content.getBytes(StandardCharsets.UTF_8));
  }

  private void refused(String content, String message) {
    assertThatExceptionOfType(InvalidConfigurationException.class)
        .isThrownBy(() -> parse(content))
        .withMessageContaining(message);
  }

  @Test
  void readsEveryKey() {
    AgentSpec agent =
        parse(
            """
            ---
            name: analyst
            description: Summarises the activity of team ${TEAM}
            model: openai
            tools: ["github:search_*", "docs:*"]
            timeout: 30m
            tool-timeout: 90s
            toolIdleTimeout: 5s
            model_timeout: PT2M
            model-attempts: 2
            queue-timeout: 0
            requested-timeout-grace: 10
            max-turns: 20
            max-tool-calls: 30
            max-total-tokens: 5000000000
            max-result-bytes: 64KB
            parallel-tool-calls: 2
            tools-config: { "github:search": { timeout: 5m }, "docs:a.b": { idle-timeout: 1s } }
            schedule: { cron: "0 0 6 * * *", zone: Europe/Berlin, input: "Yesterday, please", missed: once }
            script:
              - calls:
                  - tool: github__search
                    args: { q: "x", n: 3, deep: [1, { since: 2026-01-01 }], on: true, at: 10:30, none: null }
                  - tool: docs__list
                delay: 2s
              - text: done
            ---

            You are a careful analyst.
            ---
            Cost: ${NOT_A_PLACEHOLDER}
            """);

    assertThat(agent)
        .returns("analyst", AgentSpec::name)
        .returns("Summarises the activity of team blue", AgentSpec::description)
        .returns("openai", AgentSpec::model)
        .returns(List.of("github:search_*", "docs:*"), AgentSpec::tools)
        .returns("agents/tester.md", AgentSpec::source)
        .returns(
            new AgentSpec.Schedule(
                "0 0 6 * * *", "Europe/Berlin", "Yesterday, please", AgentSpec.Missed.ONCE, false),
            AgentSpec::schedule)
        .returns("You are a careful analyst.\n---\nCost: ${NOT_A_PLACEHOLDER}", AgentSpec::prompt);
    assertThat(agent.limits())
        .returns(Duration.ofMinutes(30), l -> l.runTimeout())
        .returns(Duration.ofSeconds(90), l -> l.toolTimeout())
        .returns(Duration.ofSeconds(5), l -> l.toolIdleTimeout())
        .returns(Duration.ofMinutes(2), l -> l.modelTimeout())
        .returns(2, l -> l.modelAttempts())
        .returns(Duration.ZERO, l -> l.queueTimeout())
        .returns(Duration.ofSeconds(10), l -> l.requestedTimeoutGrace())
        .returns(20, l -> l.maxTurns())
        .returns(30, l -> l.maxToolCalls())
        .returns(5_000_000_000L, l -> l.maxTotalTokens())
        .returns(DataSize.ofKilobytes(64), l -> l.maxResultBytes())
        .returns(2, l -> l.parallelToolCalls())
        .returns(
            Map.of(
                "github:search", new ToolOverride(Duration.ofMinutes(5), null),
                "docs:a.b", new ToolOverride(null, Duration.ofSeconds(1))),
            l -> l.toolsConfig());
    List<ScriptTurn> script = Objects.requireNonNull(agent.script());
    assertThat(script).hasSize(2);
    assertThat(script.getFirst())
        .returns(Duration.ofSeconds(2), ScriptTurn::delay)
        .returns(null, ScriptTurn::text);
    assertThat(script.getFirst().calls())
        .extracting(ScriptTurn.Call::tool)
        .containsExactly("github__search", "docs__list");
    assertThat(script.getFirst().calls().getFirst().args())
        .containsEntry("q", "x")
        .containsEntry("n", 3)
        .containsEntry("deep", List.of(1, Map.of("since", "2026-01-01")))
        .containsEntry("at", "10:30")
        .containsEntry("on", true);
    assertThat(script.get(1)).isEqualTo(new ScriptTurn(List.of(), "done", Duration.ZERO));
  }

  @Test
  void littleIsEnough() {
    AgentSpec agent = parse("---\ntools: docs:*\n---\nHello");
    assertThat(agent.name()).isEqualTo("tester");
    assertThat(agent.tools()).containsExactly("docs:*");
    assertThat(agent.limits().runTimeout()).isNull();
    assertThat(agent.script()).isNull();
    assertThat(parse("---\n---").prompt()).isEmpty();
    assertThat(parse("---\ntools: []\n---\n").tools()).isEmpty();
  }

  @Test
  void byteOrderMarkAndCarriageReturnsDoNotMatter() {
    AgentSpec agent =
        parse("\uFEFF---\r\nname: x\r\ndescription: |\r\n  a\r\n  b\r\n---\r\nOne\r\nTwo\r\n");
    assertThat(agent)
        .returns("x", AgentSpec::name)
        .returns("a\nb\n", AgentSpec::description)
        .returns("One\nTwo", AgentSpec::prompt);
  }

  @Test
  void frontMatterMayBeJson() {
    assertThat(
            parse(
                "---\n{\n \"name\": \"x\",\n \"description\": \"caf\\u00e9 \\ud83d\\ude00\"\n}\n---\nHi"))
        .returns("x", AgentSpec::name)
        .returns("café 😀", AgentSpec::description);
  }

  @Test
  void textStaysText() {
    assertThat(parse("---\nname: 007\ndescription: yes\n---\n"))
        .returns("007", AgentSpec::name)
        .returns("yes", AgentSpec::description);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "max-trns: 5 | agents/tester.md:2: max-trns is not a known key; did you mean max-turns?",
        "name: x¶max-turns: many | agents/tester.md:3: max-turns 'many' is not a whole number",
        "name: x¶¶tool-timeout: soon | agents/tester.md:4: tool-timeout 'soon' is not a duration",
        "tool-timeout: -5s | tool-timeout '-5s' is negative",
        "name: Big | agents/tester.md:2: name is 'Big': use 1 to 63 of",
        "timeout: 25h | agents/tester.md:2: timeout is PT25H, above outlast.limits.max-run-timeout PT24H",
        "timeout: 0 | timeout is 0 (none), above",
        "model-attempts: 0 | agents/tester.md:2: model-attempts is 0, must be 1",
        "description: \"${SURELY_UNSET}\" | agents/tester.md:2: description uses ${SURELY_UNSET}, which is not set",
        "script: [{calls: [{tool: t, args: {a: [\"${SURELY_UNSET}\"]}}]}] | script[0].calls[0].args uses ${SURELY_UNSET}",
        "tools: github | agents/tester.md:2: tools has 'github': write server:tool",
        "tools: { a: b } | agents/tester.md:2: tools.a is not known: a list stands above it",
        "tools-config: { search: { timeout: 1s } } | tools-config has the key 'search', which is not server:tool",
        "tools-config: { 'a:*': { timeout: 1s } } | tools-config has the key 'a:*': name one tool; tool-timeout is for all of them",
        "tools-config: { 'a:b': { timout: 1s } } | tools-config.a:b.timout is not a known key; did you mean timeout?",
        "schedule: { cron: nonsense, input: x } | schedule.cron cannot be read",
        "schedule: { cron: ['@daily'], input: x } | schedule.cron.0 is not taken: schedule.cron is a single value and no list",
        "max-turns: 99999999999 | max-turns '99999999999' is not a whole number of at most 2147483647",
        "schedule: { cron: '0 0 6 * * *' } | schedule.input is missing",
        "schedule: { cron: '0 0 6 * * *', input: x, zone: Mars/One } | schedule.zone cannot be read",
        "schedule: { cron: '0 0 6 * * *', input: x, missed: all } | schedule.missed 'all' is not one of skip, once",
        "max-concurrent-runs: -1 | max-concurrent-runs is -1: 1 or more, or 0 for no limit",
        "priority: 101 | priority is 101: -100 to 100",
        "schedule: daily | schedule takes no value of its own",
        "script: [{ delay: 1s }] | script[0].text is missing: a turn of a script has calls or text",
        "script: [{ calls: [{ args: {} }] }] | script[0].calls[0].tool is missing",
        "name: [x¶description: y | agents/tester.md:3: is broken YAML",
        "name: x¶¶ bad: indent | is broken YAML",
        "name: x¶name: y | agents/tester.md:3: has the key name twice",
        "- a | agents/tester.md:2: is not a list of keys and values",
        "&a name: &b {x: *b} | tester.md",
        "name: !!javax.script.ScriptEngineManager [] | agents/tester.md:2: is broken YAML: Global tag is not allowed",
      })
  void mistakesNameFileLineKeyAndValue(String frontMatter, String message) {
    refused("---\n" + frontMatter.replace('¶', '\n') + "\n---\nHi\n", message);
  }

  @Test
  void aFileWithoutFrontMatterIsRefused() {
    refused("# Just a text", "agents/tester.md: has no front matter");
    refused("---\nname: x\n", "agents/tester.md: has no front matter");
    refused("", "agents/tester.md: has no front matter");
  }

  @Test
  void bytesThatAreNoTextAreRefused() {
    assertThatExceptionOfType(InvalidConfigurationException.class)
        .isThrownBy(() -> parser.parse("a.md", new byte[] {'-', '-', '-', '\n', (byte) 0xC3, 0x28}))
        .withMessage("a.md: is not UTF-8");
  }
}

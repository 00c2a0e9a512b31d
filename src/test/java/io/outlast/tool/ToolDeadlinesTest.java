package io.outlast.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outlast.tool.ToolLayer.PerTool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ToolDeadlinesTest {

  private static final ToolRef SEARCH = new ToolRef("github", "search");
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final List<String> SOURCES =
      List.of(
          "request",
          "request",
          "agent tool:github:search",
          "agent",
          "server:github tool:search",
          "server:github",
          "global");

  private final List<String> warnings = new ArrayList<>();

  /** Every layer's own entry and default says nothing, zero, or a limit: 3^7 combinations. */
  @Test
  void theNearestWordHoldsInEveryCombinationOfLayers() {
    int combinations = (int) Math.pow(3, SOURCES.size());
    for (int n = 0; n < combinations; n++) {
      List<@Nullable Duration> words = words(n);
      int deciding = firstWord(words);

      ToolDeadline total = resolve(layers(words, false), Map.of(), null);
      ToolDeadline idle = resolve(layers(words, true), Map.of(), null);

      Duration expected = deciding < 0 ? Duration.ZERO : words.get(deciding);
      String source = deciding < 0 ? "global" : SOURCES.get(deciding);
      assertThat(total.value()).as("%s", words).isEqualTo(expected);
      assertThat(total.source()).as("%s", words).isEqualTo(source);
      assertThat(total.idle()).as("%s", words).isZero();
      assertThat(idle.idle()).as("%s", words).isEqualTo(expected);
      assertThat(idle.idleSource()).as("%s", words).isEqualTo(source);
      assertThat(idle.value()).as("%s", words).isZero();
    }
  }

  @Test
  void anEntryForAnotherToolIsNotThisTools() {
    ToolLayer agent =
        ToolLayer.agent(
            null, null, Map.of(new ToolRef("github", "other"), new PerTool(seconds(5), null)));

    assertThat(resolve(List.of(agent, global(11)), Map.of(), null).source()).isEqualTo("global");
  }

  @Test
  void anOwnEntryThatOnlySpeaksOfSilenceLeavesTheLimitToTheLayer() {
    ToolLayer server =
        ToolLayer.server(
            "github", seconds(12), null, Map.of(SEARCH, new PerTool(null, seconds(3))));

    ToolDeadline deadline = resolve(List.of(server, global(11)), Map.of(), null);

    assertThat(deadline.value()).isEqualTo(seconds(12));
    assertThat(deadline.source()).isEqualTo("server:github");
    assertThat(deadline.idle()).isEqualTo(seconds(3));
    assertThat(deadline.idleSource()).isEqualTo("server:github tool:search");
  }

  @ParameterizedTest
  @CsvSource({
    "timeout_ms, 3000, PT5S",
    "timeoutMs, 3000, PT5S",
    "timeout_seconds, 3, PT5S",
    "timeoutSeconds, 3, PT5S",
    "timeout_secs, 2.5, PT4.5S",
    "timeout_ms, 2001, PT4.001S",
    "timeout_ms, 2000, PT2S",
    "timeout_ms, 500, PT2S",
    "timeout_ms, 0, PT2S",
    "timeout, 3000, PT2S"
  })
  void aLongerLimitThatTheModelAskedForRaisesItAndAShorterOneDoesNothing(
      String argument, double value, Duration expected) {
    ToolDeadline deadline = resolve(List.of(global(2)), Map.of(argument, value), null);

    assertThat(deadline.value()).isEqualTo(expected);
    assertThat(deadline.source()).isEqualTo("global");
    assertThat(warnings).isEmpty();
  }

  @Test
  void aNumberWrittenAsTextIsANumber() {
    assertThat(resolve(List.of(global(2)), Map.of("timeout_ms", " 3000 "), null).value())
        .isEqualTo(seconds(5));
  }

  @Test
  void aNameThatTheSchemaDoesNotHaveIsNoLimit() {
    ToolSpec bare = new ToolSpec("x", SEARCH, "", Map.of("type", "object"), Effect.SIDE_EFFECTING);

    ToolDeadline deadline =
        ToolDeadlines.resolve(
            bare, List.of(global(2)), Map.of("timeout_ms", 9000), null, GRACE, null, warnings::add);

    assertThat(deadline.value()).isEqualTo(seconds(2));
    assertThat(deadline.requested()).isNull();
  }

  @ParameterizedTest
  @EnumSource(ToolTimeoutUnit.class)
  void theOperatorsWordOnTheArgumentReplacesTheKnownNames(ToolTimeoutUnit unit) {
    Map<String, Object> arguments = Map.of("patience", 4000, "timeout_ms", 9_000_000);
    ToolDeadline deadline =
        ToolDeadlines.resolve(
            tool(),
            List.of(global(2)),
            Map.copyOf(arguments),
            new RequestedTimeout("patience", unit),
            Duration.ZERO,
            null,
            warnings::add);

    Duration asked =
        switch (unit) {
          case MS -> Duration.ofSeconds(4);
          case S -> Duration.ofSeconds(4000);
          case M -> Duration.ofMinutes(4000);
          case H -> null;
        };
    assertThat(deadline.requested()).isEqualTo(asked);
    assertThat(deadline.value()).isEqualTo(asked == null ? seconds(2) : asked);
    assertThat(warnings).hasSize(asked == null ? 1 : 0);
  }

  @Test
  void whatCannotBeALimitIsIgnoredWithAWarning() {
    List<Object> unusable =
        List.of(
            "soon",
            "30s",
            "",
            -1,
            -0.5,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            "NaN",
            1e300,
            "1e999999999",
            "9".repeat(100_000),
            Long.MAX_VALUE,
            true,
            List.of(3000),
            Map.of("ms", 3000));
    for (Object value : unusable) {
      warnings.clear();
      ToolDeadline deadline = resolve(List.of(global(2)), Map.of("timeout_ms", value), null);

      assertThat(deadline.value()).as("%.40s", value).isEqualTo(seconds(2));
      assertThat(deadline.requested()).as("%.40s", value).isNull();
      assertThat(warnings).as("%.40s", value).hasSize(1);
      assertThat(warnings.getFirst()).contains("timeout_ms", "github.search").hasSizeLessThan(200);
    }
  }

  @Test
  void aNullArgumentAsksForNothing() {
    Map<String, Object> arguments = new HashMap<>();
    arguments.put("timeout_ms", null);

    assertThat(resolve(List.of(global(2)), arguments, null).value()).isEqualTo(seconds(2));
    assertThat(warnings).isEmpty();
  }

  @Test
  void withoutALimitThereIsNothingToRaise() {
    ToolDeadline deadline = resolve(List.of(global(0)), Map.of("timeout_ms", 3000), null);

    assertThat(deadline.value()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "10, PT20S, PT10S, ",
    "10, PT10S, PT10S, run",
    "10, PT4S, PT4S, run",
    "0, PT4S, PT4S, run",
    "10, PT0S, PT0.001S, run",
    "10, PT-3S, PT0.001S, run",
    "10, PT11S, PT10S, "
  })
  void theRunsTimeLeftCapsTheCall(
      int limit, Duration left, Duration expected, @Nullable String cappedBy) {
    ToolDeadline deadline = resolve(List.of(global(limit)), Map.of(), left);

    assertThat(deadline.value()).isEqualTo(expected);
    assertThat(deadline.cappedBy()).isEqualTo(cappedBy);
    assertThat(deadline.endsWithRun()).isEqualTo(cappedBy != null);
    assertThat(deadline.source()).isEqualTo("global");
  }

  @Test
  void aRaisedLimitIsCappedToo() {
    ToolDeadline deadline =
        resolve(List.of(global(2)), Map.of("timeout_ms", 60_000), Duration.ofSeconds(30));

    assertThat(deadline)
        .isEqualTo(
            new ToolDeadline(seconds(30), "global", seconds(60), "run", Duration.ZERO, "global"));
  }

  @Test
  void aNegativeLimitIsRefused() {
    assertThatThrownBy(() -> ToolLayer.request(seconds(-1), null, Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new PerTool(null, seconds(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private ToolDeadline resolve(
      List<ToolLayer> layers, Map<String, Object> arguments, @Nullable Duration left) {
    return ToolDeadlines.resolve(tool(), layers, arguments, null, GRACE, left, warnings::add);
  }

  private static ToolSpec tool() {
    Map<String, Object> properties = new HashMap<>();
    for (String name :
        List.of("timeout_ms", "timeoutMs", "timeout_seconds", "timeoutSeconds", "timeout_secs")) {
      properties.put(name, Map.of("type", "number"));
    }
    properties.put("timeout", Map.of("type", "number"));
    return new ToolSpec(
        "github__search",
        SEARCH,
        "",
        Map.of("type", "object", "properties", properties),
        Effect.READ_ONLY);
  }

  private static ToolLayer global(int seconds) {
    return ToolLayer.global(seconds(seconds), null);
  }

  private static Duration seconds(int seconds) {
    return Duration.ofSeconds(seconds);
  }

  private static List<@Nullable Duration> words(int combination) {
    List<@Nullable Duration> words = new ArrayList<>();
    int rest = combination;
    for (int slot = 0; slot < SOURCES.size(); slot++) {
      words.add(rest % 3 == 0 ? null : rest % 3 == 1 ? Duration.ZERO : seconds(10 + slot));
      rest /= 3;
    }
    return words;
  }

  private static int firstWord(List<@Nullable Duration> words) {
    for (int i = 0; i < words.size(); i++) {
      if (words.get(i) != null) {
        return i;
      }
    }
    return -1;
  }

  private static List<ToolLayer> layers(List<@Nullable Duration> w, boolean idle) {
    return List.of(
        ToolLayer.request(idle ? null : w.get(1), idle ? w.get(1) : null, own(w.get(0), idle)),
        ToolLayer.agent(idle ? null : w.get(3), idle ? w.get(3) : null, own(w.get(2), idle)),
        ToolLayer.server(
            "github", idle ? null : w.get(5), idle ? w.get(5) : null, own(w.get(4), idle)),
        ToolLayer.global(idle ? null : w.get(6), idle ? w.get(6) : null));
  }

  private static Map<ToolRef, PerTool> own(@Nullable Duration word, boolean idle) {
    return Map.of(SEARCH, idle ? new PerTool(null, word) : new PerTool(word, null));
  }
}

package io.outlast.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolArgumentsTest {

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "  \n\t", "null", " null ", "{}"})
  void nothingMeansAnEmptyObject(String raw) {
    assertThat(ToolArguments.parse(raw)).isEqualTo(new ToolArguments.Parsed(Map.of()));
  }

  @Test
  void anObjectIsReadWithEveryDigitAndItsNulls() {
    Map<String, Object> values = parsed("{\"b\": [1, 0.10, null], \"a\": {\"n\": null}}");

    assertThat(values.keySet()).containsExactly("b", "a");
    assertThat(values.get("b")).isEqualTo(Arrays.asList(1, new BigDecimal("0.10"), null));
    assertThat(values.get("a")).isEqualTo(Collections.singletonMap("n", null));
  }

  @Test
  void theLastOfEqualKeysCounts() {
    assertThat(parsed("{\"a\": 1, \"a\": 2}")).isEqualTo(Map.of("a", 2));
  }

  @Test
  void halfSurrogatesAreReplacedWhereverTheyAre() {
    Map<String, Object> values =
        parsed("{\"k\\ud800\": [\"x\\udc00y\", \"\\ud83d\\ude00\", \"end\\ud83d\"]}");

    assertThat(values).isEqualTo(Map.of("k\uFFFD", List.of("x\uFFFDy", "😀", "end\uFFFD")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[1, 2] | array",
        "42 | number",
        "true | true or false",
        "\"text\" | a text",
        "\"{\\\"a\\\": 1}\" | send the object itself"
      })
  void whatIsNoObjectIsBrokenAndSaysSo(String raw, String words) {
    assertThat(broken(raw)).contains("object", words);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"file\": \"a\", \"line\": \"x",
        "{\"a\": 1,}",
        "{'a': 1}",
        "{\"a\": NaN}",
        "{\"a\": 1} {\"b\": 2}",
        "{\"a\": 1} trailing",
        "not json",
        "{"
      })
  void brokenJsonComesBackWithTheParsersWordsAndThePlace(String raw) {
    assertThat(broken(raw))
        .contains("not valid JSON", "line 1", "column")
        .doesNotContain("REDACTED");
  }

  @Test
  void absurdNestingIsBrokenAndNotAStackOverflow() {
    assertThat(broken("[".repeat(200_000))).contains("not valid JSON");
    assertThat(broken("{\"a\":".repeat(200_000))).contains("not valid JSON");
  }

  private static Map<String, Object> parsed(String raw) {
    return ((ToolArguments.Parsed) ToolArguments.parse(raw)).values();
  }

  private static String broken(String raw) {
    return ((ToolArguments.Broken) ToolArguments.parse(raw)).message();
  }
}

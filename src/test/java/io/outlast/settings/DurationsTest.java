package io.outlast.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

  @ParameterizedTest
  @CsvSource({
    "500ms, PT0.5S",
    "90s, PT1M30S",
    "10m, PT10M",
    "1h, PT1H",
    "30d, PT720H",
    "PT10M, PT10M",
    "pt0.5s, PT0.5S",
    "P1D, PT24H",
    "90, PT1M30S",
    "0.25, PT0.25S",
    "1.5h, PT1H30M",
    "' 5 s ', PT5S",
    "10M, PT10M",
    "0, PT0S",
    "0s, PT0S",
    "36500d, PT876000H",
  })
  void readsAndPrints(String text, String iso) {
    assertThat(Durations.print(Durations.parse(text))).isEqualTo(iso);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-5s",
        "-1",
        "PT-5S",
        "-PT5S",
        "NaN",
        "Infinity",
        "soon",
        "5y",
        "5 minutes",
        "",
        " ",
        "s",
        "1e3",
        "1,5s",
        "0x10",
        "5s5s",
        "PT",
        "P",
        "10:30",
        "36501d",
        "99999999999999999999999d",
        "PT9999999999999H",
        "1.s",
        "+5s",
        "٣s"
      })
  void refusesAndQuotes(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Durations.parse(text))
        .withMessageContaining("'" + text + "'");
  }

  @ParameterizedTest
  @CsvSource({
    "5y, unknown unit 'y'",
    "-5s, is negative",
    "PT-5S, is negative",
    "soon, 'write 500ms, 90s, 10m'",
    "400000d, longer than 36500d"
  })
  void saysWhatWouldBeRight(String text, String advice) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Durations.parse(text))
        .withMessageContaining(advice);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 999, 1000, 90_000, 86_400_000})
  void readsWhatItPrints(long millis) {
    Duration duration = Duration.ofMillis(millis);
    assertThat(Durations.parse(Durations.print(duration))).isEqualTo(duration);
  }
}

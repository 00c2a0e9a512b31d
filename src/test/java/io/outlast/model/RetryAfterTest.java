package io.outlast.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryAfterTest {

  private static final Clock NOON =
      Clock.fixed(Instant.parse("2026-01-05T12:00:00Z"), ZoneOffset.UTC);

  @ParameterizedTest
  @CsvSource({
    "3, PT3S",
    " 1.5 , PT1.5S",
    "0, PT0S",
    "-4, PT0S",
    "99999999999999, PT8760H",
    "'Mon, 05 Jan 2026 12:00:20 GMT', PT20S",
    "'Mon, 05 Jan 2026 11:00:00 GMT', PT0S",
    "NaN,",
    "soon,",
    "'',",
  })
  void secondsAndDatesAreUnderstood(String header, @Nullable Duration wait) {
    assertThat(RetryAfter.of(Headers.of("Retry-After", header), NOON)).isEqualTo(wait);
  }

  @Test
  void millisecondsAreMoreExact() {
    Headers both = Headers.of("Retry-After", "2", "retry-after-ms", "1250");
    assertThat(RetryAfter.of(both, NOON)).isEqualTo(Duration.ofMillis(1250));
  }

  @Test
  void withoutTheHeaderNothingIsAskedFor() {
    assertThat(RetryAfter.of(Headers.of(), NOON)).isNull();
  }

  @Test
  void ownWaitsDoubleUpToTheLongest() {
    Backoff backoff = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(8));
    assertThat(backoff.after(1, null)).isBetween(Duration.ofMillis(250), Duration.ofMillis(500));
    assertThat(backoff.after(3, null)).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(2));
    assertThat(backoff.after(90, null)).isBetween(Duration.ofSeconds(4), Duration.ofSeconds(8));
  }
}

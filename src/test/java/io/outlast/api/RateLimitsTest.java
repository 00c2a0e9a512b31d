package io.outlast.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.outlast.api.RateLimits.Answer;
import io.outlast.settings.ApiSettings;
import io.outlast.settings.SecuritySettings.ApiKey;
import io.outlast.settings.SecuritySettings.Role;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often who may ask. */
class RateLimitsTest {

  private static final Caller ADA = caller("ada");
  private static final Caller BOB = caller("bob");

  private final AtomicLong nanos = new AtomicLong();
  private final RateLimits limits = new RateLimits(new ApiSettings(60, 3), nanos::get);

  @Test
  void aMinutesRequestsMayComeAtOnceAndThenOneASecond() {
    assertThat(takenOf(ADA, 100)).isEqualTo(60);
    assertThat(limits.ask(ADA))
        .isEqualTo(
            new Answer.Refused(new RateLimits.Who("the API key ada", 60), Duration.ofSeconds(1)));
    pass(Duration.ofMillis(500));
    assertThat(limits.ask(ADA)).extracting("pause").isEqualTo(Duration.ofMillis(500));
    pass(Duration.ofMillis(500));
    assertThat(takenOf(ADA, 5)).isEqualTo(1);
    pass(Duration.ofMinutes(3));
    assertThat(takenOf(ADA, 100)).isEqualTo(60);
  }

  @Test
  void nobodyPaysForAnother() {
    assertThat(takenOf(ADA, 61)).isEqualTo(60);
    assertThat(takenOf(BOB, 61)).isEqualTo(60);
    assertThat(takenFrom("10.0.0.1", 4)).isEqualTo(3);
    assertThat(takenFrom("10.0.0.2", 4)).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({
    "2001:db8:1:2::1, 2001:db8:1:2:ffff::9, true",
    "2001:db8:1:2::1, 2001:db8:1:3::1, false",
    "10.0.0.1, 10.0.0.1, true",
    "fe80::1%1, fe80::2%1, true",
    "unknown, unknown, true"
  })
  void aHostIsOneCallerHoweverManyAddressesItHas(String one, String other, boolean same) {
    assertThat(takenFrom(one, 3)).isEqualTo(3);
    assertThat(takenFrom(other, 3)).isEqualTo(same ? 0 : 3);
  }

  @Test
  void withoutALimitEverythingIsTaken() {
    RateLimits none = new RateLimits(new ApiSettings(0, 0), nanos::get);
    for (int i = 0; i < 10_000; i++) {
      assertThat(none.ask(ADA)).isEqualTo(new Answer.Taken());
      assertThat(none.askFrom("10.0.0.1")).isEqualTo(new Answer.Taken());
    }
  }

  private int takenOf(Caller caller, int requests) {
    int taken = 0;
    for (int i = 0; i < requests; i++) {
      taken += limits.ask(caller) instanceof Answer.Taken ? 1 : 0;
    }
    return taken;
  }

  private int takenFrom(String address, int requests) {
    int taken = 0;
    for (int i = 0; i < requests; i++) {
      taken += limits.askFrom(address) instanceof Answer.Taken ? 1 : 0;
    }
    return taken;
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private static Caller caller(String name) {
    return new Caller(new ApiKey(name, "ab".repeat(32), Role.VIEWER));
  }
}

package io.outlast.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outlast.OutlastApplication;
import io.outlast.settings.InvalidConfigurationException;
import io.outlast.settings.SecuritySettings.ApiKey;
import io.outlast.settings.SecuritySettings.Role;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.mock.env.MockEnvironment;

/** Where the service may listen. */
class ListenGuardTest {

  private static final Access ANONYMOUS = new Access(List.of(), false, false);
  private static final Access ALLOWED = new Access(List.of(), false, true);
  private static final Access KEYED =
      new Access(List.of(new ApiKey("ci", "0".repeat(64), Role.OPERATOR)), false, false);
  private static final Access JWT = new Access(List.of(), true, false);

  private final MockEnvironment environment = new MockEnvironment();

  @Test
  void withoutCredentialsItListensOnLoopback() {
    ListenGuard.check(ANONYMOUS, environment);
    assertThat(environment.getProperty("server.address")).isEqualTo("127.0.0.1");
    assertThat(environment.getProperty("management.server.address")).isNull();
  }

  @Test
  void anEmptyAddressIsNotTakenForEveryAddress() {
    environment.setProperty("server.address", "");
    ListenGuard.check(ANONYMOUS, environment);
    assertThat(environment.getProperty("server.address")).isEqualTo("127.0.0.1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "192.168.1.7", "::ffff:10.0.0.1"})
  void withoutCredentialsItRefusesToListenWhereOthersReachIt(String address) {
    environment.setProperty("server.address", address);
    assertThatThrownBy(() -> ListenGuard.check(ANONYMOUS, environment))
        .isInstanceOf(InvalidConfigurationException.class)
        .hasMessageContainingAll(
            "server.address", "api-keys", "OUTLAST_API_KEY", "allow-anonymous");
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.0.0.2", "::1", "localhost"})
  void anyLoopbackAddressWillDo(String address) {
    environment.setProperty("server.address", address);
    ListenGuard.check(ANONYMOUS, environment);
    assertThat(environment.getProperty("server.address")).isEqualTo(address);
  }

  @Test
  void aManagementPortIsGuardedToo() {
    environment.setProperty("management.server.port", "9090");
    ListenGuard.check(ANONYMOUS, environment);
    assertThat(environment.getProperty("management.server.address")).isEqualTo("127.0.0.1");
    MockEnvironment wide =
        new MockEnvironment()
            .withProperty("management.server.port", "9090")
            .withProperty("management.server.address", "0.0.0.0");
    assertThatThrownBy(() -> ListenGuard.check(ANONYMOUS, wide))
        .hasMessageContaining("management.server.address");
  }

  @Test
  void theStartEndsBeforeAnythingIsOpened(@TempDir Path dir) {
    SpringApplication service = new SpringApplication(OutlastApplication.class);
    assertThatThrownBy(() ->
            service.run("--server.address=0.0.0.0", "--outlast.data-dir=" + dir.resolve("data")))
        .isInstanceOf(InvalidConfigurationException.class)
        .hasMessageContaining("allow-anonymous");
    assertThat(dir).isEmptyDirectory();
  }

  @Test
  void whoAllowsAnonymousCallersMayListenAnywhereButHasToSayWhere() {
    ListenGuard.check(ALLOWED, environment);
    assertThat(environment.getProperty("server.address")).isEqualTo("127.0.0.1");
    MockEnvironment wide = new MockEnvironment().withProperty("server.address", "0.0.0.0");
    ListenGuard.check(ALLOWED, wide);
    assertThat(wide.getProperty("server.address")).isEqualTo("0.0.0.0");
  }

  @Test
  void withCredentialsItListensEverywhere() {
    ListenGuard.check(KEYED, environment);
    ListenGuard.check(JWT, environment);
    assertThat(environment.getProperty("server.address")).isNull();
  }

  @Test
  void theDetailsOfHealthAreForThoseWhoMayCome() {
    ListenGuard.check(KEYED, environment);
    String key = "management.endpoint.health.show-details";
    assertThat(environment.getProperty(key)).isEqualTo("when-authorized");
    MockEnvironment local = new MockEnvironment();
    ListenGuard.check(ANONYMOUS, local);
    assertThat(local.getProperty(key)).isEqualTo("always");
    MockEnvironment own = new MockEnvironment().withProperty(key, "never");
    ListenGuard.check(ANONYMOUS, own);
    assertThat(own.getProperty(key)).isEqualTo("never");
  }
}

package io.outlast.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.test.context.TestPropertySource;

/** A port of its own for the actuator is no way around the keys. */
@ApiTest
@TestPropertySource(properties = {"OUTLAST_API_KEY=single-key-9", "management.server.port=0"})
class ManagementPortTest {

  @LocalManagementPort int port;

  @Test
  void theOtherPortHasTheSameDoors() {
    Client nobody = new Client(port);
    assertThat(nobody.get("/actuator/health/liveness").status()).isEqualTo(200);
    assertThat(nobody.get("/actuator/health").json().propertyNames()).doesNotContain("components");
    nobody.get("/actuator/prometheus").isProblem(401, "unauthorized");
    nobody.post("/actuator/loggers/io.outlast", "{}").isProblem(401, "unauthorized");
    assertThat(nobody.with("single-key-9").get("/actuator/prometheus").status()).isEqualTo(200);
  }
}

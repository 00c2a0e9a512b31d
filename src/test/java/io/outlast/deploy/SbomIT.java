package io.outlast.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The bill of materials; only builds with the profile {@code sbom} have one, CI's and the image's.
 */
@SpringBootTest(
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = "spring.datasource.url=jdbc:h2:mem:sbom")
class SbomIT {

  @LocalServerPort private int port;

  @BeforeEach
  void builtWithIt() {
    assumeTrue(
        getClass().getResource("/META-INF/sbom/application.cdx.json") != null,
        "built without the profile sbom");
  }

  @Test
  void itIsServedAndNamesWhatTheServiceConsistsOfAndNotWhatTestsUse() throws Exception {
    HttpResponse<String> answer = get("/actuator/sbom/application");
    assertThat(answer.headers().firstValue("content-type").orElse(""))
        .startsWith("application/vnd.cyclonedx+json");
    JsonNode bill = JsonMapper.shared().readTree(answer.body());
    assertThat(bill.at("/bomFormat").asString()).isEqualTo("CycloneDX");
    assertThat(bill.at("/metadata/component/name").asString()).isEqualTo("outlast");
    List<String> parts =
        StreamSupport.stream(bill.at("/components").spliterator(), false)
            .map(part -> part.at("/purl").asString())
            .toList();
    assertThat(parts)
        .anyMatch(part -> part.startsWith("pkg:maven/io.modelcontextprotocol.sdk/mcp-core@"))
        .anyMatch(part -> part.startsWith("pkg:maven/com.h2database/h2@"))
        .noneMatch(part -> part.contains("wiremock") || part.contains("junit"));
  }

  private HttpResponse<String> get(String path) throws Exception {
    try (HttpClient http = HttpClient.newHttpClient()) {
      URI address = URI.create("http://127.0.0.1:" + port + path);
      return http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
    }
  }
}

package io.outlast.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The document that clients are generated from changes only together with its copy in docs. */
@ApiTest
class OpenApiDocumentTest {

  private static final Path COPY = Path.of("docs/openapi.json");
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  @LocalServerPort int port;

  @Test
  void theCheckedInDocumentIsTheOneThatIsServed() throws IOException {
    String served =
        JSON.writeValueAsString(new Client(port).get("/v3/api-docs").json()).replace("\r", "")
            + "\n";
    if (System.getProperty("openapi.write") != null) {
      Files.writeString(COPY, served);
    }
    assertThat(Files.readString(COPY))
        .as(
            "docs/openapi.json differs from what is served; if the change is meant, write it anew:"
                + " ./mvnw test -Dtest=OpenApiDocumentTest -Dopenapi.write")
        .isEqualTo(served);
  }

  @Test
  void everyOperationSaysWhatItAnswersAndHowItFails() {
    JsonNode paths = new Client(port).get("/v3/api-docs").json().path("paths");
    assertThat(paths.size()).isGreaterThan(10);
    for (var path : paths.properties()) {
      for (var operation : path.getValue().properties()) {
        String name = operation.getKey() + " " + path.getKey();
        JsonNode said = operation.getValue();
        assertThat(said.path("summary").asString()).as(name).isNotBlank();
        assertThat(said.path("responses").properties()).as(name).hasSizeGreaterThan(1);
        assertThat(said.at("/responses/default/content").has("application/problem+json"))
            .as(name)
            .isTrue();
      }
    }
  }
}

package io.outlast.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the service answered; header names in lower case. */
record Answer(int status, Map<String, List<String>> headers, String body) {

  private static final JsonMapper JSON = JsonMapper.builder().build();

  JsonNode json() {
    return JSON.readTree(body);
  }

  @Nullable String header(String name) {
    List<String> values = headers.get(name.toLowerCase(java.util.Locale.ROOT));
    return values == null ? null : values.getFirst();
  }

  List<String> ids() {
    assertThat(status).as(body).isEqualTo(200);
    return json().path("items").valueStream().map(item -> item.path("id").asString()).toList();
  }

  /** Insists on a problem that a person can act on and that shows nothing of the inside. */
  Answer isProblem(int expected, String code) {
    assertThat(status).as(body).isEqualTo(expected);
    assertThat(header("Content-Type")).as(body).startsWith("application/problem+json");
    assertThat(json().path("code").asString()).as(body).isEqualTo(code);
    assertThat(json().path("status").asInt()).as(body).isEqualTo(expected);
    assertThat(json().path("detail").asString()).as(body).isNotBlank();
    assertThat(body).doesNotContainPattern("Exception|\\b(java|org|io|tools)\\.[a-z]|<html|`");
    return this;
  }

  Answer names(String field) {
    List<String> named =
        json().path("errors").valueStream().map(error -> error.path("field").asString()).toList();
    assertThat(named).as(body).contains(field);
    return this;
  }
}

package io.outlast.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import tools.jackson.databind.JsonNode;

/** Makes values that fit a schema of the OpenAPI document, and ones that do not. */
final class OddInput {

  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "0",
          "-1",
          "1",
          "50",
          "1e9",
          "99999999999999999999",
          "NaN",
          "null",
          "true",
          "10s",
          "PT1S",
          "P99999999999D",
          "-5s",
          "completed",
          "tester",
          "2030-01-31T06:00:00Z",
          "+999999999-12-31T23:59:59Z",
          "' or 1=1 --",
          "%",
          "_",
          "..",
          "../../etc/passwd",
          "<script>alert(1)</script>",
          "{{7*7}}",
          "${jndi:ldap://x}",
          "\u0000",
          "\ud800",
          "\u202e\u0301",
          "\ud83d\udc4b",
          "\r\nX-Injected: 1",
          "cnVuXzE",
          "run_01NOSUCHRUN");

  private final Random random;
  private final List<String> ids;

  OddInput(Random random, List<String> ids) {
    this.random = random;
    this.ids = ids;
  }

  boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  String text() {
    return switch (random.nextInt(8)) {
      case 0, 1 -> any(ids);
      case 2 -> "x".repeat(random.nextInt(3000));
      case 3 ->
          random
              .ints(random.nextInt(12), 0x20, 0x2fff)
              .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
              .toString();
      case 4 -> Long.toString(random.nextLong());
      default -> any(TEXTS);
    };
  }

  /** JSON for the schema most of the time, and broken JSON now and then. */
  String body(JsonNode document, JsonNode schema) {
    return switch (random.nextInt(20)) {
      case 0 -> "";
      case 1 ->
          any(List.of("{", "[", "nul", "\"", "{\"a\":1}{\"b\":2}", "[[[[[[", "\u0000", "{'a':1}"));
      case 2 -> value(3);
      default -> fitting(document, schema, 3);
    };
  }

  private String fitting(JsonNode document, JsonNode schema, int depth) {
    JsonNode known =
        schema.has("$ref") ? document.at(schema.path("$ref").asString().substring(1)) : schema;
    if (oneIn(12)) {
      return value(2);
    }
    return switch (known.path("type").asString("")) {
      case "object" -> object(document, known, depth);
      case "array" -> "[" + fitting(document, known.path("items"), depth - 1) + "]";
      case "integer", "number" ->
          any(List.of("0", "1", "-1", "1.5", "1e400", "9999999999999999999"));
      case "boolean" -> any(List.of("true", "false", "0"));
      default ->
          known.has("example") && oneIn(2) ? known.path("example").toString() : quoted(text());
    };
  }

  private String object(JsonNode document, JsonNode schema, int depth) {
    if (schema.has("example") && oneIn(2)) {
      return schema.path("example").toString();
    }
    List<String> fields = new ArrayList<>();
    for (var property : schema.path("properties").properties()) {
      boolean required = schema.path("required").toString().contains(quoted(property.getKey()));
      if (required ? !oneIn(12) : oneIn(2)) {
        // Of the agents there is one only.
        String value =
            property.getKey().equals("agent") && oneIn(2)
                ? quoted("tester")
                : fitting(document, property.getValue(), depth - 1);
        fields.add(quoted(property.getKey()) + ":" + value);
      }
    }
    if (schema.has("additionalProperties") || oneIn(10)) {
      fields.add(quoted(any(LIMITS)) + ":" + value(1));
      fields.add(quoted(text()) + ":" + value(depth - 1));
    }
    return "{" + String.join(",", fields) + "}";
  }

  private static final List<String> LIMITS =
      List.of("runTimeout", "toolTimeout", "maxTurns", "maxResultBytes", "toolsConfig", "agent");

  private String value(int depth) {
    return switch (random.nextInt(depth > 0 ? 8 : 5)) {
      case 0 -> "null";
      case 1 -> any(List.of("0", "-0.0", "1", "1e999", "123456789012345678901234567890"));
      case 2 -> "true";
      case 3, 4 -> quoted(text());
      case 5 -> "[" + value(depth - 1) + "," + value(depth - 1) + "]";
      case 6 -> "{" + quoted(text()) + ":" + value(depth - 1) + "}";
      default -> "[".repeat(random.nextInt(2000));
    };
  }

  private static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      json.append(c < 0x20 || c == '"' || c == '\\' || c > 0x7e ? "\\u%04x".formatted((int) c) : c);
    }
    return json.append('"').toString();
  }
}

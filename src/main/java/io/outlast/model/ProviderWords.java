package io.outlast.model;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a provider says in an error body, whichever of the common shapes it has.
 *
 * @param message its words; the start of the body when no message can be found in it
 * @param code its code or type in lower case; empty when it gives none
 */
record ProviderWords(String message, String code) {

  private static final JsonMapper JSON = JsonMapper.shared();
  private static final int LONGEST = 500;
  private static final Set<String> OVERFLOW_CODES =
      Set.of(
          "context_length_exceeded",
          "exceed_context_size_error",
          "model_context_window_exceeded",
          "string_above_max_length");

  static ProviderWords of(String body) {
    JsonNode root = parse(body);
    if (root != null && root.isArray() && !root.isEmpty()) {
      root = root.get(0);
    }
    return root == null || !root.isObject() ? new ProviderWords(cut(body), "") : of(root, body);
  }

  static ProviderWords of(JsonNode root, String body) {
    JsonNode error = root.path("error");
    String message =
        Stream.of(
                error.path("message"),
                error,
                root.path("message"),
                root.path("detail"),
                root.path("detail").path(0).path("msg"),
                root.path("errors").path(0).path("message"))
            .filter(JsonNode::isString)
            .map(JsonNode::stringValue)
            .filter(text -> !text.isBlank())
            .findFirst()
            .orElse(body);
    String code =
        Stream.of(error.path("code"), error.path("type"))
            .filter(JsonNode::isString)
            .map(node -> node.stringValue().toLowerCase(Locale.ROOT))
            .findFirst()
            .orElse("");
    return new ProviderWords(cut(message), code);
  }

  /** Whether the conversation is longer than the model takes. */
  boolean sayContextOverflow() {
    String text = message.toLowerCase(Locale.ROOT);
    return OVERFLOW_CODES.contains(code)
        || text.contains("prompt is too long")
        || text.contains("input token count")
        || (text.contains("context")
            && Stream.of("length", "window", "limit", "size")
                .anyMatch(word -> text.contains("context " + word)));
  }

  private static @Nullable JsonNode parse(String body) {
    try {
      return JSON.readTree(body);
    } catch (JacksonException _) {
      return null;
    }
  }

  static String cut(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
  }
}

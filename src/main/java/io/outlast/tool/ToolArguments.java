package io.outlast.tool;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;

/** The arguments of a call as a model wrote them: a JSON object, or broken. */
public sealed interface ToolArguments {

  /** Arguments that can be sent. */
  record Parsed(Map<String, Object> values) implements ToolArguments {}

  /**
   * Arguments that must not reach a server.
   *
   * @param message what is wrong and how to do better, for the model
   */
  record Broken(String message) implements ToolArguments {}

  /**
   * Reads the raw text. Nothing, blanks and {@code null} mean {@code {}}, as providers send them
   * for tools without parameters; the last of several equal keys counts.
   */
  static ToolArguments parse(@Nullable String raw) {
    if (raw == null || raw.isBlank()) {
      return new Parsed(Map.of());
    }
    try {
      return switch (Json.read(raw)) {
        case null -> new Parsed(Map.of());
        case Map<?, ?> object -> new Parsed(WellFormed.map(object));
        case String text when text.stripLeading().startsWith("{") ->
            broken("a text that holds an object; send the object itself, not as text");
        case Object other -> broken(kind(other));
      };
    } catch (JacksonException invalid) {
      return new Broken(
          "They are not valid JSON: %s%s. Send one complete JSON object."
              .formatted(words(invalid), position(invalid)));
    }
  }

  private static Broken broken(String found) {
    return new Broken("They must be a JSON object such as {\"name\": \"value\"}, not " + found);
  }

  private static String kind(Object value) {
    return switch (value) {
      case String text -> "a text";
      case List<?> list -> "an array";
      case Number number -> "a number";
      case Boolean flag -> "true or false";
      default -> "this";
    };
  }

  private static String words(JacksonException invalid) {
    // The parser names the source a second time, as something it must not show.
    return invalid.getOriginalMessage().replaceAll(" \\(start marker at \\[Source[^]]*]\\)", "");
  }

  private static String position(JacksonException invalid) {
    TokenStreamLocation at = invalid.getLocation();
    return at == null || at.getLineNr() < 1
        ? ""
        : " (line %d, column %d)".formatted(at.getLineNr(), at.getColumnNr());
  }
}

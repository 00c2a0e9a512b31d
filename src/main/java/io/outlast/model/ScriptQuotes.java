package io.outlast.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Fills {@code {{result.N}}} with the text of the run's N-th tool call result. One that does not
 * exist stays as it is written.
 *
 * @param results all results of the conversation, in order
 */
record ScriptQuotes(List<String> results) {

  private static final Pattern QUOTE = Pattern.compile("\\{\\{\\s*result\\.(\\d{1,6})\\s*}}");

  static ScriptQuotes of(List<Message> messages) {
    return new ScriptQuotes(
        messages.stream()
            .filter(Message.ToolResults.class::isInstance)
            .map(Message.ToolResults.class::cast)
            .flatMap(turn -> turn.results().stream())
            .map(Message.ToolResult::text)
            .toList());
  }

  String fill(String text) {
    return QUOTE
        .matcher(text)
        .replaceAll(match -> {
          int number = Integer.parseInt(match.group(1));
          boolean exists = number >= 1 && number <= results.size();
          return Matcher.quoteReplacement(exists ? results.get(number - 1) : match.group());
        });
  }

  /** The same for every text inside maps and lists. */
  @Nullable Object filled(@Nullable Object value) {
    return switch (value) {
      case String text -> fill(text);
      case Map<?, ?> map -> {
        Map<Object, @Nullable Object> copy = new LinkedHashMap<>();
        map.forEach((key, member) -> copy.put(key, filled(member)));
        yield copy;
      }
      case List<?> list -> list.stream().map(this::filled).toList();
      case null, default -> value;
    };
  }
}

package io.outlast.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Our conversation in Spring AI's words. The one place where outgoing text is cleaned, and where
 * what a model got wrong is put into a form that strict providers take back.
 */
final class Conversations {

  private static final JsonMapper JSON = JsonMapper.shared();
  private static final int LONGEST_NAME = 64;

  private Conversations() {}

  static List<org.springframework.ai.chat.messages.Message> of(
      String system, List<Message> messages) {
    List<org.springframework.ai.chat.messages.Message> mapped = new ArrayList<>();
    if (!system.isBlank()) {
      mapped.add(new SystemMessage(CleanText.of(system)));
    }
    for (Message message : messages) {
      mapped.add(
          switch (message) {
            case Message.User user -> new UserMessage(CleanText.of(user.text()));
            case Message.Assistant said -> assistant(said);
            case Message.ToolResults results -> results(results);
          });
    }
    return mapped;
  }

  private static AssistantMessage assistant(Message.Assistant said) {
    AssistantMessage.Builder<?> builder =
        AssistantMessage.builder()
            .toolCalls(said.toolCalls().stream().map(Conversations::call).toList());
    if (!said.text().isEmpty()) {
      builder.content(CleanText.of(said.text()));
    }
    return builder.build();
  }

  private static AssistantMessage.ToolCall call(ModelToolCall call) {
    return new AssistantMessage.ToolCall(
        CleanText.of(call.id()), "function", name(call.name()), arguments(call.arguments()));
  }

  private static ToolResponseMessage results(Message.ToolResults results) {
    return ToolResponseMessage.builder()
        .responses(
            results.results().stream()
                .map(result ->
                    new ToolResponseMessage.ToolResponse(
                        CleanText.of(result.callId()),
                        name(result.toolName()),
                        CleanText.of(result.text())))
                .toList())
        .build();
  }

  /** Names that a model invented may be none that its provider takes back. */
  private static String name(String name) {
    String safe = name.replaceAll("[^a-zA-Z0-9_-]", "_");
    return safe.isEmpty() ? "unnamed" : safe.substring(0, Math.min(LONGEST_NAME, safe.length()));
  }

  /** Servers that parse the arguments of earlier calls refuse the conversation over broken ones. */
  private static String arguments(String arguments) {
    String text = CleanText.of(arguments);
    if (text.isBlank() || text.strip().equals("null")) {
      return "{}";
    }
    try {
      if (JSON.readTree(text).isObject()) {
        return text;
      }
    } catch (JacksonException _) {
      // wrapped below
    }
    return JSON.writeValueAsString(Map.of("unreadable_arguments", text));
  }
}

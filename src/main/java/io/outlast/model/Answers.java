package io.outlast.model;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.metadata.Usage;
import org.springframework.ai.chat.model.ChatResponse;

/** Answers in our words. */
final class Answers {

  private Answers() {}

  static ModelReply.Answer of(ChatResponse response) {
    // Thoughts come as generations of their own, before the one that speaks and calls.
    AssistantMessage said = response.getResults().getLast().getOutput();
    List<ModelToolCall> calls =
        said.getToolCalls().stream()
            .map(call ->
                new ModelToolCall(clean(call.id()), clean(call.name()), clean(call.arguments())))
            .toList();
    return new ModelReply.Answer(
        clean(said.getText()), calls, usage(response.getMetadata().getUsage()));
  }

  static String cutShort(String finishReason) {
    return "the answer was cut at the limit of output tokens (finish reason %s); raise max-tokens or ask for less"
        .formatted(finishReason);
  }

  static String empty(String finishReason) {
    return "the model gave an empty answer, without text and without tool calls"
        + (finishReason.isBlank() ? "" : " (finish reason " + finishReason + ")");
  }

  private static ModelReply.Usage usage(@Nullable Usage usage) {
    return usage == null
        ? ModelReply.Usage.NONE
        : new ModelReply.Usage(count(usage.getPromptTokens()), count(usage.getCompletionTokens()));
  }

  private static long count(@Nullable Integer tokens) {
    return tokens == null ? 0 : tokens;
  }

  private static String clean(@Nullable String text) {
    return text == null ? "" : CleanText.of(text);
  }
}

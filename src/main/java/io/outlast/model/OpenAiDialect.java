package io.outlast.model;

import com.openai.client.OpenAIClient;
import io.micrometer.observation.ObservationRegistry;
import io.outlast.settings.ModelSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import okhttp3.Interceptor;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.openai.setup.OpenAiSetup;
import org.springframework.ai.tool.ToolCallback;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** OpenAI's chat completions, and the many servers that speak it. */
record OpenAiDialect(Endpoint endpoint, OpenAiChatOptions options) implements Dialect {

  private static final String DEFAULT_URL = "https://api.openai.com/v1";

  private static final OptionTable<OpenAiChatOptions.Builder> OPTIONS =
      new OptionTable<OpenAiChatOptions.Builder>()
          .with("temperature", Double.class, OpenAiChatOptions.Builder::temperature)
          .with("topP", Double.class, OpenAiChatOptions.Builder::topP)
          .with("maxTokens", Integer.class, OpenAiChatOptions.Builder::maxTokens)
          .with(
              "maxCompletionTokens", Integer.class, OpenAiChatOptions.Builder::maxCompletionTokens)
          .with("reasoningEffort", String.class, OpenAiChatOptions.Builder::reasoningEffort)
          .with("verbosity", String.class, OpenAiChatOptions.Builder::verbosity)
          .with("frequencyPenalty", Double.class, OpenAiChatOptions.Builder::frequencyPenalty)
          .with("presencePenalty", Double.class, OpenAiChatOptions.Builder::presencePenalty)
          .with("seed", Integer.class, OpenAiChatOptions.Builder::seed)
          .with("stop", List.class, (b, stop) -> b.stop(texts(stop)))
          .with("parallelToolCalls", Boolean.class, OpenAiChatOptions.Builder::parallelToolCalls)
          .with("serviceTier", String.class, OpenAiChatOptions.Builder::serviceTier)
          .with("promptCacheKey", String.class, OpenAiChatOptions.Builder::promptCacheKey)
          .with("store", Boolean.class, OpenAiChatOptions.Builder::store)
          .with("user", String.class, OpenAiChatOptions.Builder::user)
          .with("extraBody", Map.class, (b, extra) -> b.extraBody(members(extra)));

  static OpenAiDialect of(String name, ModelSettings settings) {
    Endpoint endpoint = Endpoint.of(name, settings, DEFAULT_URL);
    // Zero switches the SDK's timeout off: attempts are cut by us, and must not be cut by others.
    OpenAiChatOptions.Builder builder =
        OpenAiChatOptions.builder().model(endpoint.model()).timeout(Duration.ZERO).maxRetries(0);
    OPTIONS.apply(name, settings.options(), builder);
    return new OpenAiDialect(endpoint, builder.build());
  }

  @Override
  public String provider() {
    return "openai";
  }

  @Override
  public String keyVariable() {
    return "OPENAI_API_KEY";
  }

  @Override
  public ChatModel open(Interceptor wire) {
    OpenAIClient client =
        OpenAiSetup.setupSyncClient(
            endpoint.baseUrl(),
            endpoint.key().value(),
            null,
            null,
            null,
            null,
            false,
            false,
            endpoint.model(),
            Duration.ZERO,
            0,
            null,
            null,
            ObservationRegistry.NOOP,
            null,
            List.of(http -> http.interceptor(wire)));
    return OpenAiChatModel.builder()
        .openAiClient(client)
        .openAiClientAsync(client.async())
        .options(options)
        .build();
  }

  @Override
  public Prompt prompt(List<Message> messages, List<ToolCallback> tools) {
    return new Prompt(messages, options.mutate().toolCallbacks(tools).build());
  }

  /**
   * An assistant's missing text is a null in OpenAI's own answers, and some servers insist on it.
   */
  @Override
  public void complete(ObjectNode request, List<ToolCallback> tools) {
    for (JsonNode node : request.path("messages")) {
      if (node instanceof ObjectNode message && !message.has("content")) {
        message.putNull("content");
      }
    }
  }

  @Override
  public @Nullable Trouble judge(ObjectNode answer) {
    JsonNode choice = answer.path("choices").path(0);
    if (!choice.isObject()) {
      return Trouble.lasting(200, "the provider's answer holds no choices", "empty");
    }
    JsonNode message = choice.path("message");
    String finish = choice.path("finish_reason").asString("");
    String refusal = message.path("refusal").asString("");
    if (choice.path("error").isObject()) {
      return Trouble.lasting(200, ProviderWords.of(choice, finish).message(), "provider_error");
    }
    if (!refusal.isBlank()) {
      return Trouble.lasting(200, "the model refused: " + ProviderWords.cut(refusal), "refusal");
    }
    if (finish.equals("length")) {
      return Trouble.lasting(200, Answers.cutShort("length"), "length");
    }
    if (finish.equals("content_filter")) {
      return Trouble.lasting(
          200, "the provider's content filter withheld the answer (content_filter)", "refusal");
    }
    boolean silent =
        text(message.path("content")).isBlank() && message.path("tool_calls").isEmpty();
    return silent ? Trouble.lasting(200, Answers.empty(finish), "empty") : null;
  }

  @Override
  public void repair(ObjectNode answer) {
    OpenAiRepair.apply(answer);
  }

  @Override
  public Request listModels() {
    return new Request.Builder()
        .url(endpoint.baseUrl() + "/models")
        .header("Authorization", "Bearer " + endpoint.key().value())
        .build();
  }

  /** Content is a text, or with some servers a list of parts. */
  static String text(JsonNode content) {
    if (!content.isArray()) {
      return content.asString("");
    }
    StringBuilder joined = new StringBuilder();
    content.forEach(part -> joined.append(part.path("text").asString("")));
    return joined.toString();
  }

  private static List<String> texts(List<?> values) {
    return values.stream().map(String::valueOf).toList();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> members(Map<?, ?> values) {
    return (Map<String, Object>) values;
  }
}

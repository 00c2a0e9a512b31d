package io.outlast.model;

import com.anthropic.models.messages.OutputConfig;
import io.outlast.settings.ModelSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import okhttp3.Interceptor;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.anthropic.AnthropicChatModel;
import org.springframework.ai.anthropic.AnthropicChatOptions;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.tool.ToolCallback;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Anthropic's messages API. */
record AnthropicDialect(Endpoint endpoint, AnthropicChatOptions options) implements Dialect {

  private static final String DEFAULT_URL = "https://api.anthropic.com";
  private static final String VERSION = "2023-06-01";

  /** The API insists on a limit; the SDK's own is too short for long answers. */
  private static final int DEFAULT_MAX_TOKENS = 16_384;

  private static final OptionTable<AnthropicChatOptions.Builder> OPTIONS =
      new OptionTable<AnthropicChatOptions.Builder>()
          .with("temperature", Double.class, AnthropicChatOptions.Builder::temperature)
          .with("topP", Double.class, AnthropicChatOptions.Builder::topP)
          .with("topK", Integer.class, AnthropicChatOptions.Builder::topK)
          .with("maxTokens", Integer.class, AnthropicChatOptions.Builder::maxTokens)
          .with("reasoningEffort", String.class, (b, e) -> b.effort(OutputConfig.Effort.of(e)))
          .with(
              "stop",
              List.class,
              (b, stop) -> b.stopSequences(((List<?>) stop).stream().map(String::valueOf).toList()))
          .with("parallelToolCalls", Boolean.class, (b, yes) -> b.disableParallelToolUse(!yes));

  static AnthropicDialect of(String name, ModelSettings settings) {
    Endpoint given = Endpoint.of(name, settings, DEFAULT_URL);
    Endpoint endpoint =
        new Endpoint(name, given.baseUrl().replaceFirst("/v1$", ""), given.key(), given.model());
    AnthropicChatOptions.Builder builder =
        AnthropicChatOptions.builder()
            .baseUrl(endpoint.baseUrl())
            .apiKey(endpoint.key().value())
            .model(endpoint.model())
            .maxTokens(DEFAULT_MAX_TOKENS)
            .timeout(Duration.ZERO)
            .maxRetries(0);
    OPTIONS.apply(name, settings.options(), builder);
    return new AnthropicDialect(endpoint, builder.build());
  }

  @Override
  public String provider() {
    return "anthropic";
  }

  @Override
  public String keyVariable() {
    return "ANTHROPIC_API_KEY";
  }

  @Override
  public ChatModel open(Interceptor wire) {
    return AnthropicChatModel.builder()
        .options(options)
        .httpClientBuilderCustomizer(http -> http.interceptor(wire))
        .build();
  }

  @Override
  public Prompt prompt(List<Message> messages, List<ToolCallback> tools) {
    return new Prompt(messages, options.mutate().toolCallbacks(tools).build());
  }

  /** Spring AI keeps only a schema's properties; definitions and the rest are lost on the way. */
  @Override
  public void complete(ObjectNode request, List<ToolCallback> tools) {
    Map<String, String> schemas =
        tools.stream()
            .map(ToolCallback::getToolDefinition)
            .collect(Collectors.toMap(tool -> tool.name(), tool -> tool.inputSchema()));
    for (JsonNode node : request.path("tools")) {
      String schema = schemas.get(node.path("name").asString(""));
      if (node instanceof ObjectNode tool && schema != null) {
        tool.set("input_schema", JsonMapper.shared().readTree(schema));
      }
    }
  }

  @Override
  public @Nullable Trouble judge(ObjectNode answer) {
    String stop = answer.path("stop_reason").asString("");
    return switch (stop) {
      case "max_tokens" -> Trouble.lasting(200, Answers.cutShort(stop), "length");
      case "refusal" -> Trouble.lasting(200, refusal(answer), "refusal");
      case "model_context_window_exceeded" ->
          Trouble.overflow(200, "the conversation fills the model's context window (" + stop + ")");
      default -> says(answer) ? null : Trouble.lasting(200, Answers.empty(stop), "empty");
    };
  }

  private static boolean says(ObjectNode answer) {
    for (JsonNode block : answer.path("content")) {
      String type = block.path("type").asString("");
      if (type.equals("tool_use") || !block.path("text").asString("").isBlank()) {
        return true;
      }
    }
    return false;
  }

  private static String refusal(ObjectNode answer) {
    String text = OpenAiDialect.text(answer.path("content"));
    return text.isBlank()
        ? "the model refused to answer (refusal)"
        : "the model refused: " + ProviderWords.cut(text);
  }

  @Override
  public void repair(ObjectNode answer) {}

  @Override
  public Request listModels() {
    return new Request.Builder()
        .url(endpoint.baseUrl() + "/v1/models")
        .header("x-api-key", endpoint.key().value())
        .header("anthropic-version", VERSION)
        .build();
  }
}

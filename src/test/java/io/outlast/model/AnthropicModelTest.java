package io.outlast.model;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.outlast.settings.ModelSettings.Provider;
import io.outlast.tool.Effect;
import io.outlast.tool.ToolRef;
import io.outlast.tool.ToolSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The same for Anthropic's messages API. */
class AnthropicModelTest {

  private static final String PATH = "/v1/messages";

  @RegisterExtension
  static final WireMockExtension SERVER =
      WireMockExtension.newInstance()
          .options(WireMockConfiguration.wireMockConfig().dynamicPort().bindAddress("127.0.0.1"))
          .build();

  private final Model model = Providers.anthropic(SERVER.baseUrl());

  @Test
  void anAnswerMayHoldTextAndToolCalls() {
    answers(
        "tool_use",
        """
        [{"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"let me see"},
         {"type":"tool_use","id":"toolu_1","name":"fs__read","input":{"a":1}}]
        """);
    assertThat(new Asked().of(model))
        .isEqualTo(
            new ModelReply.Answer(
                "let me see",
                List.of(new ModelToolCall("toolu_1", "fs__read", "{\"a\":1}")),
                new ModelReply.Usage(10, 5)));
  }

  @Test
  void theConversationAndWholeSchemasGoOut() {
    answers("end_turn", "[{\"type\":\"text\",\"text\":\"fine\"}]");
    Map<String, Object> schema =
        Map.of(
            "type",
            "object",
            "properties",
            Map.of("p", Map.of("$ref", "#/$defs/q")),
            "$defs",
            Map.of("q", Map.of("type", "string")),
            "additionalProperties",
            false);
    new Asked()
        .tools(new ToolSpec("fs__read", new ToolRef("fs", "read"), "", schema, Effect.READ_ONLY))
        .messages(
            new Message.User("hello"),
            new Message.Assistant("", List.of(new ModelToolCall("t1", "fs__read", "{\"cut"))),
            new Message.ToolResults(
                List.of(new Message.ToolResult("t1", "fs__read", "not valid JSON"))))
        .of(model);

    JsonNode sent = sent();
    assertThat(sent.path("system").asString()).isEqualTo("be brief");
    assertThat(sent.path("max_tokens").asInt()).isEqualTo(16_384);
    assertThat(sent.path("tools").path(0).path("input_schema"))
        .isEqualTo(JsonMapper.shared().valueToTree(schema));
    JsonNode call = sent.path("messages").path(1).path("content");
    assertThat(call).as("no empty text block").hasSize(1);
    assertThat(call.path(0).path("input").path("unreadable_arguments").asString())
        .isEqualTo("{\"cut");
    JsonNode result = sent.path("messages").path(2).path("content").path(0);
    assertThat(result.path("tool_use_id").asString()).isEqualTo("t1");
    SERVER.verify(
        postRequestedFor(urlEqualTo(PATH)).withHeader("x-api-key", equalTo(Providers.KEY)));
  }

  @Test
  void aLargeTokenLimitNeedsNoStream() {
    answers("end_turn", "[{\"type\":\"text\",\"text\":\"fine\"}]");
    Dialect dialect =
        AnthropicDialect.of(
            "llm",
            Providers.settings(
                Provider.ANTHROPIC, SERVER.baseUrl() + "/v1/", Map.of("max-tokens", 128_000)));
    Model large =
        Providers.model(dialect, new io.micrometer.core.instrument.simple.SimpleMeterRegistry());
    assertThat(new Asked().of(large)).isInstanceOf(ModelReply.Answer.class);
    assertThat(sent().path("max_tokens").asInt()).isEqualTo(128_000);
  }

  @ParameterizedTest
  @CsvSource({
    "max_tokens, output tokens (finish reason max_tokens), ERROR",
    "refusal, the model refused: half, ERROR",
    "model_context_window_exceeded, context window, CONTEXT_OVERFLOW",
  })
  void endsThatAreNoAnswersFail(String stop, String words, ModelReply.Kind kind) {
    answers(stop, "[{\"type\":\"text\",\"text\":\"half\"}]");
    assertThat(new Asked().of(model))
        .isInstanceOfSatisfying(
            ModelReply.Failed.class,
            failed -> {
              assertThat(failed.kind()).isEqualTo(kind);
              assertThat(failed.message()).contains(words);
            });
  }

  @Test
  void anEmptyAnswerIsAnError() {
    answers("end_turn", "[]");
    assertThat(new Asked().of(model))
        .isInstanceOfSatisfying(
            ModelReply.Failed.class,
            failed -> assertThat(failed.message()).contains("empty answer", "end_turn"));
  }

  @Test
  void errorsComeInTheProvidersWordsAndOverloadIsAskedAgain() {
    SERVER.stubFor(
        post(PATH)
            .willReturn(
                aResponse()
                    .withStatus(529)
                    .withBody(
                        "{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}")));
    Asked asked = new Asked().attempts(2);
    assertThat(asked.of(model))
        .isEqualTo(
            new ModelReply.Failed(
                ModelReply.Kind.ERROR, 529, "HTTP 529: Overloaded (asked 2 times)"));
    assertThat(asked.retries).containsExactly("1: HTTP 529: Overloaded");
  }

  @Test
  void aPromptThatIsTooLongIsItsOwnKindOfFailure() {
    SERVER.stubFor(
        post(PATH)
            .willReturn(
                aResponse()
                    .withStatus(400)
                    .withBody(
                        "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"prompt is too long: 2 tokens > 1 maximum\"}}")));
    assertThat(new Asked().of(model))
        .isInstanceOfSatisfying(
            ModelReply.Failed.class,
            failed -> assertThat(failed.kind()).isEqualTo(ModelReply.Kind.CONTEXT_OVERFLOW));
  }

  private static void answers(String stop, String content) {
    SERVER.stubFor(
        post(PATH)
            .willReturn(
                okJson(
                    """
                    {"id":"m","type":"message","role":"assistant","model":"x","content":%s,
                     "stop_reason":"%s","stop_sequence":null,
                     "usage":{"input_tokens":10,"output_tokens":5}}
                    """
                        .formatted(content, stop))));
  }

  private static JsonNode sent() {
    return JsonMapper.shared()
        .readTree(SERVER.findAll(postRequestedFor(urlEqualTo(PATH))).getFirst().getBodyAsString());
  }
}

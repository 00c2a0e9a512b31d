package io.outlast.model;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outlast.settings.ModelSettings.Provider;
import io.outlast.tool.Effect;
import io.outlast.tool.ToolRef;
import io.outlast.tool.ToolSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is sent to a server that speaks OpenAI's dialect, and what is made of its answers. */
class OpenAiModelTest {

  private static final String PATH = "/v1/chat/completions";

  @RegisterExtension
  static final WireMockExtension SERVER =
      WireMockExtension.newInstance()
          .options(WireMockConfiguration.wireMockConfig().dynamicPort().bindAddress("127.0.0.1"))
          .build();

  private final Model model = Providers.openAi(url());

  @Test
  void anAnswerMayHoldTextAndToolCalls() {
    answers(
        """
        {"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,
         "message":{"role":"assistant","content":"let me see","refusal":null,"tool_calls":[
          {"id":"c1","type":"function","function":{"name":"fs__read","arguments":"{\\"a\\": 1"}}]},
         "logprobs":null,"finish_reason":"tool_calls"}],
         "usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15}}
        """);
    assertThat(new Asked().of(model))
        .isEqualTo(
            new ModelReply.Answer(
                "let me see",
                List.of(new ModelToolCall("c1", "fs__read", "{\"a\": 1")),
                new ModelReply.Usage(10, 5)));
  }

  @Test
  void theTraceGoesAlongWithEveryAttempt() {
    SERVER.stubFor(post(urlEqualTo(PATH)).willReturn(aResponse().withStatus(503)));
    String trace = "00-01926ffb81e7b0ed32168541e6461e0f-00f067aa0ba902b7-01";

    new Asked().header("traceparent", trace).attempts(2).of(model);

    SERVER.verify(2, postRequestedFor(urlEqualTo(PATH)).withHeader("traceparent", equalTo(trace)));
  }

  @Test
  void theConversationAndTheToolsGoOutAsAStrictProviderWantsThem() {
    answers(text("fine"));
    ToolSpec tool =
        new ToolSpec(
            "fs__read",
            new ToolRef("fs", "read"),
            "reads \uD800",
            Map.of("type", "object", "properties", Map.of("p", Map.of("type", "string"))),
            Effect.READ_ONLY);
    new Asked()
        .tools(tool)
        .messages(
            new Message.User("nul \0, half \uDC00, whole \uD83D\uDE00"),
            new Message.Assistant(
                "",
                List.of(
                    new ModelToolCall("c1", "fs__read", ""),
                    new ModelToolCall("c2", "fs read!", "{\"cut"))),
            new Message.ToolResults(
                List.of(
                    new Message.ToolResult("c1", "fs__read", "one\ntwo"),
                    new Message.ToolResult("c2", "fs read!", "bad"))))
        .of(model);

    JsonNode sent = sent();
    assertThat(sent.path("model").asString()).isEqualTo("test-model");
    assertThat(sent.path("stream").asBoolean(false)).isFalse();
    JsonNode messages = sent.path("messages");
    assertThat(messages)
        .extracting(m -> m.path("role").asString())
        .containsExactly("system", "user", "assistant", "tool", "tool");
    assertThat(messages.path(1).path("content").asString())
        .isEqualTo("nul \uFFFD, half \uFFFD, whole \uD83D\uDE00");
    JsonNode assistant = messages.path(2);
    assertThat(assistant.has("content")).isTrue();
    assertThat(assistant.path("content").isNull()).isTrue();
    assertThat(assistant.path("tool_calls"))
        .extracting(c -> c.path("function").path("name").asString())
        .containsExactly("fs__read", "fs_read_");
    assertThat(assistant.path("tool_calls"))
        .extracting(c -> c.path("function").path("arguments").asString())
        .containsExactly("{}", "{\"unreadable_arguments\":\"{\\\"cut\"}");
    assertThat(messages.path(3).path("tool_call_id").asString()).isEqualTo("c1");
    assertThat(messages.path(3).path("content").asString()).isEqualTo("one\ntwo");
    JsonNode function = sent.path("tools").path(0).path("function");
    assertThat(function.path("name").asString()).isEqualTo("fs__read");
    assertThat(function.path("description").asString()).isEqualTo("reads \uFFFD");
    assertThat(function.path("parameters").path("properties").path("p").path("type").asString())
        .isEqualTo("string");
  }

  @Test
  void anEmptySystemPromptIsLeftOut() {
    answers(text("fine"));
    new Asked().system(" ").of(model);
    assertThat(sent().path("messages").path(0).path("role").asString()).isEqualTo("user");
  }

  @Test
  void configuredOptionsAndTheKeyAreSent() {
    answers(text("fine"));
    Map<String, Object> options =
        Map.of(
            "temperature",
            "0.2",
            "max-completion-tokens",
            77,
            "reasoning_effort",
            "low",
            "stop",
            Map.of("0", "END"),
            "extra-body",
            Map.of("top_k", 5));
    new Asked().of(Providers.openAi(url() + "/", options));
    JsonNode sent = sent();
    assertThat(sent.path("temperature").asDouble()).isEqualTo(0.2);
    assertThat(sent.path("max_completion_tokens").asInt()).isEqualTo(77);
    assertThat(sent.path("reasoning_effort").asString()).isEqualTo("low");
    assertThat(sent.path("stop").toString()).contains("END");
    assertThat(sent.path("top_k").asInt()).isEqualTo(5);
    SERVER.verify(
        postRequestedFor(urlEqualTo(PATH))
            .withHeader(
                "Authorization",
                com.github.tomakehurst.wiremock.client.WireMock.equalTo(
                    "Bearer " + Providers.KEY)));
  }

  @ParameterizedTest
  @ValueSource(ints = {408, 409, 429, 500, 503, 529})
  void passingStatusesAreAskedAgain(int status) {
    fails(aResponse().withStatus(status).withBody(error("try later")), text("fine"));
    Asked asked = new Asked();
    assertThat(asked.of(model)).isInstanceOf(ModelReply.Answer.class);
    assertThat(asked.retries).containsExactly("1: HTTP " + status + ": try later");
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void lostConnectionsAreAskedAgain(Fault fault) {
    fails(aResponse().withFault(fault), text("fine"));
    Asked asked = new Asked();
    assertThat(asked.of(model)).isInstanceOf(ModelReply.Answer.class);
    assertThat(asked.retries).hasSize(1);
    assertThat(asked.retries.getFirst()).contains("connection to " + url());
    SERVER.verify(2, postRequestedFor(urlEqualTo(PATH)));
  }

  @Test
  void attemptsAreCounted() {
    SERVER.stubFor(post(PATH).willReturn(aResponse().withStatus(500).withBody(error("kaboom"))));
    Asked asked = new Asked().attempts(2);
    assertThat(asked.of(model)).isEqualTo(failed(500, "HTTP 500: kaboom (asked 2 times)"));
    SERVER.verify(2, postRequestedFor(urlEqualTo(PATH)));
    assertThat(asked.retries).hasSize(1);
  }

  @Test
  void aServerThatIsNotThereIsNamed() {
    assertThat(new Asked().attempts(1).of(Providers.openAi("http://127.0.0.1:1/v1")))
        .isInstanceOfSatisfying(
            ModelReply.Failed.class,
            failed -> {
              assertThat(failed.status()).isNull();
              assertThat(failed.message())
                  .startsWith("no connection to http://127.0.0.1:1/v1")
                  .doesNotContain("Exception");
            });
  }

  @Test
  void retryAfterIsWaitedFor() {
    fails(
        aResponse().withStatus(429).withHeader("retry-after-ms", "120").withBody(error("slow")),
        text("fine"));
    Asked asked = new Asked();
    long started = System.nanoTime();
    assertThat(asked.of(model)).isInstanceOf(ModelReply.Answer.class);
    assertThat(Duration.ofNanos(System.nanoTime() - started)).isGreaterThan(Duration.ofMillis(120));
    assertThat(asked.waits.getFirst()).isBetween(Duration.ofMillis(120), Duration.ofMillis(132));
  }

  @Test
  void aRetryAfterBeyondTheBudgetFailsAtOnce() {
    SERVER.stubFor(
        post(PATH)
            .willReturn(
                aResponse()
                    .withStatus(429)
                    .withHeader("Retry-After", "86400")
                    .withBody(error("come back tomorrow"))));
    Asked asked = new Asked().budget(Duration.ofMinutes(5));
    assertThat(asked.of(model))
        .isInstanceOfSatisfying(
            ModelReply.Failed.class,
            failed ->
                assertThat(failed.message())
                    .startsWith("HTTP 429: come back tomorrow")
                    .contains("PT24H"));
    SERVER.verify(1, postRequestedFor(urlEqualTo(PATH)));
    assertThat(asked.retries).isEmpty();
  }

  @Test
  void aCancelEndsTheWaitForTheNextAttempt() {
    SERVER.stubFor(
        post(PATH).willReturn(aResponse().withStatus(429).withHeader("Retry-After", "3600")));
    Asked asked = new Asked().cancelOnRetry();
    assertThat(asked.of(model)).isEqualTo(new ModelReply.Cancelled());
    SERVER.verify(1, postRequestedFor(urlEqualTo(PATH)));
  }

  @Test
  void theWaitForTheNextAttemptEndsWithTheBudget() {
    SERVER.stubFor(
        post(PATH)
            .willReturn(aResponse().withStatus(500).withBody(error("again")).withFixedDelay(0)));
    Dialect dialect = OpenAiDialect.of("llm", Providers.settings(Provider.OPENAI, url(), Map.of()));
    Model patient =
        new SpringAiModel(
            dialect,
            dialect.open(new Wire(dialect, java.time.Clock.systemUTC())),
            new Backoff(Duration.ofMinutes(1), Duration.ofMinutes(1)),
            new ModelMeter(SimpleMeterRegistry::new, "openai", "m"),
            text -> text);
    assertThat(new Asked().budget(Duration.ofMillis(800)).of(patient))
        .isInstanceOfSatisfying(
            ModelReply.TimedOut.class, end -> assertThat(end.byBudget()).isTrue());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400 | {\"error\":{\"message\":\"the llama is asleep\",\"code\":null}} | HTTP 400: the llama is asleep",
        "401 | {\"error\":{\"message\":\"no such key\",\"code\":\"invalid_api_key\"}} | HTTP 401: no such key",
        "404 | {\"error\":\"model not found\"} | HTTP 404: model not found",
        "422 | {\"detail\":[{\"msg\":\"field required\"}]} | HTTP 422: field required",
        "403 | <html>Forbidden by proxy</html> | HTTP 403: <html>Forbidden by proxy</html>",
        "400 | [{\"error\":{\"message\":\"in a list\"}}] | HTTP 400: in a list",
        "429 | {\"error\":{\"message\":\"no money\",\"code\":\"insufficient_quota\"}} | HTTP 429: no money",
      })
  void lastingErrorsFailOnceInTheProvidersWords(int status, String body, String message) {
    SERVER.stubFor(post(PATH).willReturn(aResponse().withStatus(status).withBody(body)));
    assertThat(new Asked().of(model)).isEqualTo(failed(status, message));
    SERVER.verify(1, postRequestedFor(urlEqualTo(PATH)));
  }

  @Test
  void anErrorWithoutWordsStillHasItsStatus() {
    SERVER.stubFor(post(PATH).willReturn(aResponse().withStatus(418)));
    assertThat(new Asked().of(model)).isEqualTo(failed(418, "HTTP 418: the provider says nothing"));
  }

  @Test
  void aKeyThatTheProviderEchoesIsMasked() {
    SERVER.stubFor(
        post(PATH)
            .willReturn(
                aResponse()
                    .withStatus(401)
                    .withBody(error("Incorrect API key: Bearer " + Providers.KEY))));
    assertThat(new Asked().of(model))
        .isEqualTo(failed(401, "HTTP 401: Incorrect API key: Bearer ***"));
  }

  @Test
  void aRedirectIsNotFollowedWithTheKey() {
    SERVER.stubFor(
        post(PATH).willReturn(aResponse().withStatus(307).withHeader("Location", "/elsewhere")));
    assertThat(new Asked().of(model))
        .isInstanceOfSatisfying(
            ModelReply.Failed.class,
            failed -> assertThat(failed.message()).contains("307", "/elsewhere"));
    SERVER.verify(0, postRequestedFor(urlEqualTo("/elsewhere")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"error\":{\"message\":\"too much\",\"code\":\"context_length_exceeded\"}}",
        "{\"error\":{\"message\":\"This model's maximum context length is 8192 tokens\"}}",
        "{\"error\":{\"message\":\"prompt is too long: 210000 tokens > 200000 maximum\"}}",
        "{\"error\":{\"message\":\"exceeds the context window of this model\"}}",
      })
  void aConversationThatIsTooLongIsItsOwnKindOfFailure(String body) {
    SERVER.stubFor(post(PATH).willReturn(aResponse().withStatus(400).withBody(body)));
    assertThat(new Asked().of(model))
        .isInstanceOfSatisfying(
            ModelReply.Failed.class,
            failed -> assertThat(failed.kind()).isEqualTo(ModelReply.Kind.CONTEXT_OVERFLOW));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'choices':[]} | no choices",
        "{} | no choices",
        "{'error':{'message':'quota is gone'}} | quota is gone",
        "{'choices':[{'error':{'message':'upstream died'},'finish_reason':'error'}]} | upstream died",
        "{'choices':[{'message':{'content':null},'finish_reason':'stop'}]} | empty answer",
        "{'choices':[{'message':{'content':'  ','tool_calls':[]}}]} | empty answer",
        "{'choices':[{'message':{'content':null,'refusal':'I would rather not'}}]} | I would rather not",
        "{'choices':[{'message':{'content':'x'},'finish_reason':'content_filter'}]} | content_filter",
        "{'choices':[{'message':{'content':'half a sent'},'finish_reason':'length'}]} | output tokens (finish reason length)",
        "<html>login</html> | cannot be read: <html>login</html>",
        "{'choices':[{'mess | cannot be read",
        "[] | cannot be read: []",
        "~~ | it is empty",
      })
  void whatIsNoAnswerIsAnErrorAndNotSilence(String body, String words) {
    SERVER.stubFor(post(PATH).willReturn(okJson(body.replace('\'', '"'))));
    assertThat(new Asked().of(model))
        .isInstanceOfSatisfying(
            ModelReply.Failed.class,
            failed -> {
              assertThat(failed.kind()).isEqualTo(ModelReply.Kind.ERROR);
              assertThat(failed.message()).contains(words).doesNotContain("Exception");
            });
    SERVER.verify(1, postRequestedFor(urlEqualTo(PATH)));
  }

  @Test
  void aGatewaysWrappedFailureIsAskedAgain() {
    fails(okJson("{\"error\":{\"message\":\"upstream\",\"code\":502}}"), text("fine"));
    assertThat(new Asked().of(model)).isInstanceOf(ModelReply.Answer.class);
  }

  @Test
  void sloppyServersAreUnderstood() {
    answers(
        """
        {"choices":[{"message":{"content":[{"type":"text","text":"so"}],"tool_calls":[
          {"function":{"name":"a","arguments":{"x":1}}},{"id":null,"function":{"name":"b","arguments":null}}]}}],
         "usage":{"prompt_tokens":3}}
        """);
    assertThat(new Asked().of(model))
        .isEqualTo(
            new ModelReply.Answer(
                "so",
                List.of(new ModelToolCall("", "a", "{\"x\":1}"), new ModelToolCall("", "b", "")),
                new ModelReply.Usage(3, 0)));
  }

  @Test
  void warmingUpAsksNobody() {
    answers(text("fine"));
    ((SpringAiModel) model).warmUp();
    SERVER.verify(0, postRequestedFor(urlEqualTo(PATH)));
    assertThat(new Asked().of(model)).isInstanceOf(ModelReply.Answer.class);
  }

  @Test
  void everyAttemptIsTimed() {
    fails(aResponse().withStatus(503), text("fine"));
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    Dialect dialect = OpenAiDialect.of("llm", Providers.settings(Provider.OPENAI, url(), Map.of()));
    new Asked().of(Providers.model(dialect, registry));
    for (String errorType : List.of("503", "none")) {
      assertThat(
              registry
                  .get("outlast.model.attempts")
                  .tags("gen_ai.operation.name", "chat", "gen_ai.provider.name", "openai")
                  .tags("gen_ai.request.model", "test-model", "error.type", errorType)
                  .timer()
                  .count())
          .isEqualTo(1);
    }
  }

  private static String url() {
    return SERVER.baseUrl() + "/v1";
  }

  private static String error(String message) {
    return "{\"error\":{\"message\":\"" + message + "\",\"type\":\"x\",\"code\":null}}";
  }

  private static String text(String content) {
    return """
    {"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,
     "message":{"role":"assistant","content":"%s"},"finish_reason":"stop"}]}
    """
        .formatted(content);
  }

  private static ModelReply.Failed failed(int status, String message) {
    return new ModelReply.Failed(ModelReply.Kind.ERROR, status, message);
  }

  private static void answers(String body) {
    SERVER.stubFor(post(PATH).willReturn(okJson(body)));
  }

  private static void fails(
      com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder first, String then) {
    SERVER.stubFor(
        post(PATH)
            .inScenario("fails once")
            .whenScenarioStateIs(Scenario.STARTED)
            .willReturn(first)
            .willSetStateTo("failed"));
    SERVER.stubFor(
        post(PATH).inScenario("fails once").whenScenarioStateIs("failed").willReturn(okJson(then)));
  }

  private static JsonNode sent() {
    return JsonMapper.shared()
        .readTree(SERVER.findAll(postRequestedFor(urlEqualTo(PATH))).getFirst().getBodyAsString());
  }
}

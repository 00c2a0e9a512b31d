package io.outlast.model;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.absent;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.junit5.WireMockExtension;
import io.outlast.settings.SettingsInitializer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

class ConfiguredModelsTest {

  @RegisterExtension
  static final WireMockExtension SERVER =
      WireMockExtension.newInstance()
          .options(WireMockConfiguration.wireMockConfig().dynamicPort().bindAddress("127.0.0.1"))
          .build();

  private static final Duration SOON = Duration.ofSeconds(2);

  @Configuration
  @Import(ConfiguredModels.class)
  static class Beans {}

  private static ApplicationContextRunner configured(String... properties) {
    return new ApplicationContextRunner()
        .withInitializer(new SettingsInitializer())
        .withUserConfiguration(Beans.class)
        .withPropertyValues(properties);
  }

  private static String[] openAi(String name, String url, String key) {
    String prefix = "outlast.models." + name + ".";
    return new String[] {
      prefix + "provider=openai",
      prefix + "base-url=" + url,
      prefix + "api-key=" + key,
      prefix + "model=gpt"
    };
  }

  @Test
  void theServiceStartsWithoutAnyKeyAndSaysWhatIsMissingWhenAsked() {
    configured(openAi("openai", "http://127.0.0.1:1/v1", ""))
        .run(context -> {
          Models models = context.getBean(Models.class);
          ModelReply reply = new Asked().of(models.find("openai").orElseThrow());
          assertThat(reply)
              .isInstanceOfSatisfying(
                  ModelReply.Failed.class,
                  failed ->
                      assertThat(failed.message())
                          .startsWith(
                              "model 'openai' has no API key: set outlast.models.openai.api-key or OPENAI_API_KEY"));
          assertThat(models.check("openai", SOON).ok()).isFalse();
          assertThat(models.list().getFirst().keyPresent()).isFalse();
        });
  }

  @Test
  void aServerWithoutKeysGetsNone() {
    SERVER.stubFor(
        post("/v1/chat/completions")
            .willReturn(okJson("{\"choices\":[{\"message\":{\"content\":\"fine\"}}]}")));
    configured(openAi("local", SERVER.baseUrl() + "/v1", "none"))
        .run(context -> {
          Model model = context.getBean(Models.class).find("local").orElseThrow();
          assertThat(new Asked().of(model)).isInstanceOf(ModelReply.Answer.class);
        });
    SERVER.verify(
        postRequestedFor(urlEqualTo("/v1/chat/completions")).withHeader("Authorization", absent()));
  }

  @Test
  void wordsOfAProviderAreMasked() {
    SERVER.stubFor(
        post("/v1/chat/completions")
            .willReturn(aResponse().withStatus(400).withBody("no tok-elsewhere please")));
    configured(openAi("fake", SERVER.baseUrl() + "/v1", "some-key"))
        .withPropertyValues(
            "outlast.mcp.servers.web.transport=sse",
            "outlast.mcp.servers.web.url=http://127.0.0.1:1/sse",
            "outlast.mcp.servers.web.headers.Authorization=tok-elsewhere")
        .run(context ->
            assertThat(new Asked().of(context.getBean(Models.class).find("fake").orElseThrow()))
                .isInstanceOfSatisfying(
                    ModelReply.Failed.class,
                    failed -> assertThat(failed.message()).isEqualTo("HTTP 400: no *** please")));
  }

  @ParameterizedTest
  @CsvSource({
    "temprature=0.2, outlast.models.local.options.temprature is unknown; known options: temperature",
    "temperature=hot, outlast.models.local.options.temperature: 'hot' is not a valid double",
    "max-tokens=1.5, outlast.models.local.options.max-tokens: '1.5' is not a valid integer",
  })
  void wrongOptionsStopTheStart(String option, String words) {
    configured(openAi("local", "http://127.0.0.1:1/v1", "none"))
        .withPropertyValues("outlast.models.local.options." + option)
        .run(context -> assertThat(context.getStartupFailure()).hasStackTraceContaining(words));
  }

  @Test
  void aBaseUrlThatIsNoneStopsTheStart() {
    configured(openAi("local", "localhost:11434/v1", "none"))
        .run(context ->
            assertThat(context.getStartupFailure())
                .hasStackTraceContaining(
                    "outlast.models.local.base-url is no address of a server"));
  }

  @Test
  void everyModelIsListedAndUnknownOnesAreNotFound() {
    configured(
            "outlast.models.a.provider=anthropic",
            "outlast.models.a.api-key=some-key",
            "outlast.models.a.model=claude",
            "outlast.models.r.provider=scripted")
        .run(context -> {
          Models models = context.getBean(Models.class);
          assertThat(models.list())
              .containsExactlyInAnyOrder(
                  new Models.ModelInfo(
                      "a", "anthropic", "claude", "https://api.anthropic.com", true),
                  new Models.ModelInfo("r", "scripted", "", "", true));
          assertThat(models.find("r")).containsInstanceOf(ScriptedModel.class);
          assertThat(models.find("nobody")).isEmpty();
          assertThat(models.check("r", SOON).ok()).isTrue();
        });
  }

  @Test
  void aCheckListsTheModelsWithTheKey() {
    SERVER.stubFor(get("/v1/models").willReturn(okJson("{\"data\":[]}")));
    configured(openAi("fake", SERVER.baseUrl() + "/v1", "some-key"))
        .run(
            context -> assertThat(context.getBean(Models.class).check("fake", SOON).ok()).isTrue());
    SERVER.verify(
        getRequestedFor(urlEqualTo("/v1/models"))
            .withHeader("Authorization", equalTo("Bearer some-key")));
  }

  @Test
  void aCheckTellsWhyItFails() {
    SERVER.stubFor(
        get("/v1/models")
            .willReturn(
                aResponse()
                    .withStatus(401)
                    .withBody("{\"error\":{\"message\":\"wrong key some-key\"}}")));
    configured(openAi("fake", SERVER.baseUrl() + "/v1", "some-key"))
        .run(context ->
            assertThat(context.getBean(Models.class).check("fake", SOON).detail())
                .contains("HTTP 401: wrong key ***"));
  }

  @Test
  void aCheckOfAHungServerEnds() throws Exception {
    try (HungServer server = new HungServer("")) {
      configured(openAi("fake", server.url() + "/v1", "some-key"))
          .run(context ->
              assertThat(
                      context.getBean(Models.class).check("fake", Duration.ofMillis(200)).detail())
                  .contains("does not answer"));
      assertThat(server.wasLeft()).isTrue();
    }
  }
}

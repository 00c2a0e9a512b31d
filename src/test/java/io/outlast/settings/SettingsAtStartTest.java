package io.outlast.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** A Spring application without beans of its own, started on real files. */
@ExtendWith(OutputCaptureExtension.class)
class SettingsAtStartTest {

  @TempDir Path folder;

  @Configuration(proxyBeanMethods = false)
  static class Nothing {}

  private ConfigurableApplicationContext start(String yaml, String... flags) throws IOException {
    Path file = Files.writeString(folder.resolve("application.yml"), yaml);
    return new SpringApplicationBuilder(Nothing.class)
        .web(WebApplicationType.NONE)
        .properties("spring.config.additional-location=file:" + file)
        .run(flags);
  }

  @Test
  void theBeansAreThere() throws IOException {
    try (var context = start("outlast.limits.max-turns: 9", "--outlast.limits.max-tool-calls=7")) {
      OutlastSettings settings = context.getBean(OutlastSettings.class);
      assertThat(settings.limits().maxTurns()).isEqualTo(9);
      assertThat(settings.limits().maxToolCalls()).isEqualTo(7);
      assertThat(context.getBean(SecretMasker.class)).isNotNull();
    }
  }

  @Test
  void theDefaultsShippedWithTheServiceAreValid() throws IOException {
    try (var context = start("")) {
      OutlastSettings settings = context.getBean(OutlastSettings.class);
      assertThat(settings.models()).containsOnlyKeys("openai", "anthropic", "rehearsal");
      assertThat(settings.defaultModel()).isEqualTo("openai");
    }
  }

  @Test
  void anImportedSecretThatChangesOnDiskIsReadAgain() throws IOException {
    Path mounted = Files.createDirectory(folder.resolve("secrets"));
    Files.writeString(mounted.resolve("docs-token"), "token-one");
    String yaml =
        """
        spring.config.import: "configtree:%s/"
        outlast.mcp.servers.docs:
          transport: streamable-http
          url: http://127.0.0.1:1/mcp
          headers: { Authorization: "Bearer ${docs-token}" }
        """
            .formatted(mounted);
    try (var context = start(yaml)) {
      McpServerSettings docs = context.getBean(OutlastSettings.class).mcp().servers().get("docs");
      assertThat(docs.headers()).containsEntry("Authorization", "Bearer token-one");
      Files.writeString(mounted.resolve("docs-token"), "token-two");
      assertThat(context.getBean(RereadSettings.class).server("docs", docs).headers())
          .containsEntry("Authorization", "Bearer token-two");
      assertThat(context.getBean(SecretMasker.class).mask("token-one, token-two"))
          .isEqualTo("***, ***");
    }
  }

  @Test
  void aBrokenConfigurationIsToldInWordsWithoutAStackTrace(CapturedOutput output) {
    Throwable failure = catchThrowable(() -> start("outlast:\n  limits:\n    tool-timout: 5s\n"));
    assertThat(failure).isInstanceOf(InvalidConfigurationException.class);
    assertThat(output)
        .contains("application.yml:3: outlast.limits.tool-timout")
        .contains("did you mean tool-timeout?")
        .doesNotContain("\tat io.outlast");
  }

  @Test
  void logLinesAndTheirExceptionsAreMasked(CapturedOutput output) throws IOException {
    String yaml =
        "outlast.models.m: { provider: openai, model: x, api-key: sentinel-1101, base-url: 'http://h' }";
    try (var context = start(yaml)) {
      assertThat(context.isRunning()).isTrue();
      LoggerFactory.getLogger("test")
          .warn("key sentinel-1101", new IllegalStateException("refused sentinel-1101"));
      assertThat(output).contains("key ***").contains("refused ***").doesNotContain("1101");
    }
  }
}

package io.outlast.model;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outlast.settings.ModelSettings;
import io.outlast.settings.ModelSettings.Provider;
import io.outlast.settings.Secret;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Models at addresses of the test's choice, which wait only milliseconds before they ask again. */
final class Providers {

  static final String KEY = "sk-test-0123456789";
  private static final Backoff QUICK = new Backoff(Duration.ofMillis(2), Duration.ofMillis(10));

  private Providers() {}

  static ModelSettings settings(Provider provider, String url, Map<String, Object> options) {
    return new ModelSettings(provider, URI.create(url), new Secret(KEY), "test-model", options);
  }

  static Model openAi(String url) {
    return openAi(url, Map.of());
  }

  static Model openAi(String url, Map<String, Object> options) {
    return model(
        OpenAiDialect.of("llm", settings(Provider.OPENAI, url, options)),
        new SimpleMeterRegistry());
  }

  static Model anthropic(String url) {
    return model(
        AnthropicDialect.of("llm", settings(Provider.ANTHROPIC, url, Map.of())),
        new SimpleMeterRegistry());
  }

  static Model model(Dialect dialect, MeterRegistry registry) {
    return new SpringAiModel(
        dialect,
        dialect.open(new Wire(dialect, Clock.systemUTC())),
        QUICK,
        new ModelMeter(() -> registry, dialect.provider(), dialect.endpoint().model()),
        UnaryOperator.identity());
  }
}

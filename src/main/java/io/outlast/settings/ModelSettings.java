package io.outlast.settings;

import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * One model.
 *
 * @param provider required: {@code openai} (any server that speaks its chat API), {@code anthropic}
 *     or {@code scripted}
 * @param baseUrl where it is, for example {@code http://localhost:11434/v1}; the provider's own
 *     address if left out
 * @param apiKey may be empty, then runs that ask this model fail with a clear error; {@code none}
 *     for servers that want no key
 * @param model the provider's name of the model; not needed for {@code scripted}
 * @param options request options passed on, such as {@code temperature}
 */
@ConfigurationPropertiesSource
public record ModelSettings(
    Provider provider,
    @Nullable URI baseUrl,
    @Nullable Secret apiKey,
    @Nullable String model,
    @DefaultValue Map<String, Object> options) {

  public ModelSettings {
    Checks.required("provider", provider, "one of openai, anthropic, scripted");
    if (provider != Provider.SCRIPTED) {
      Checks.required("model", model, "the name by which the provider knows the model");
    }
    if (baseUrl != null) {
      Checks.httpUrl("base-url", baseUrl);
    }
    options = OpenValues.copy(options);
  }

  /** The dialects. */
  public enum Provider {
    OPENAI,
    ANTHROPIC,
    SCRIPTED
  }

  /** The base URL may hold a password. */
  @Override
  public String toString() {
    return "ModelSettings[provider=" + provider + ", model=" + model + "]";
  }
}

package io.outlast.settings;

import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * One model.
 *
 * @param provider dialect spoken to it
 * @param baseUrl where it is; the provider's own address if left out
 * @param apiKey its key; may be empty, then runs that ask it fail with a clear error
 * @param model the provider's name of it; not needed for {@link Provider#SCRIPTED}
 * @param options request options such as {@code temperature}, passed on to the provider as they are
 */
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

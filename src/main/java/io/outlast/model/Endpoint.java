package io.outlast.model;

import io.outlast.settings.ModelSettings;
import io.outlast.settings.Secret;
import java.net.URI;
import java.util.Locale;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * Where a configured model is, and as whom it is asked.
 *
 * @param name the model's name in the configuration
 * @param baseUrl without a slash at the end
 * @param key empty when there is none
 * @param model the provider's name of the model
 */
record Endpoint(String name, String baseUrl, Secret key, String model) {

  /** The key of a server that needs none. */
  private static final String NO_KEY = "none";

  static Endpoint of(String name, ModelSettings settings, String defaultUrl) {
    String model = settings.model();
    if (model == null || model.isBlank()) {
      throw new IllegalArgumentException(
          "outlast.models." + name + ".model is missing: the provider's name of the model");
    }
    URI url = settings.baseUrl();
    String base = url == null || url.toString().isBlank() ? defaultUrl : url.toString();
    if (HttpUrl.parse(base) == null) {
      throw new IllegalArgumentException(
          "outlast.models." + name + ".base-url is no http or https URL: " + base);
    }
    Secret key = settings.apiKey();
    return new Endpoint(
        name,
        base.replaceAll("/+$", ""),
        new Secret(key == null ? "" : key.value().strip()),
        model);
  }

  boolean needsNoKey() {
    return key.value().equalsIgnoreCase(NO_KEY);
  }

  /** The base URL without user info, to be shown. */
  String shownUrl() {
    return baseUrl.replaceFirst("//[^/@]*@", "//");
  }

  /** What keeps the key from being used; null when nothing does. */
  @Nullable String keyProblem(String variable) {
    if (key.isEmpty()) {
      String property = "outlast.models." + name + ".api-key";
      return "model '%s' has no API key: set %s%s, or 'none' if its server needs no key"
          .formatted(
              name,
              property,
              variable.toLowerCase(Locale.ROOT).startsWith(name) ? " or " + variable : "");
    }
    return key.value().chars().allMatch(c -> c > ' ' && c < 127)
        ? null
        : "the API key of model '%s' contains characters that no HTTP header may carry"
            .formatted(name);
  }

  /** Takes the key out of text that may quote it. */
  String withoutKey(String text) {
    return needsNoKey() || key.value().length() < 8 ? text : text.replace(key.value(), "***");
  }
}

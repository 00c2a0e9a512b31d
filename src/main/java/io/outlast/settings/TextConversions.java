package io.outlast.settings;

import java.beans.PropertyEditorSupport;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.PropertyEditorRegistry;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.core.convert.ConversionService;

/** How text becomes the values of the settings, where Spring's own way is not ours. */
final class TextConversions {

  private TextConversions() {}

  static ConversionService service() {
    ApplicationConversionService service = new ApplicationConversionService();
    service.addConverter(String.class, Duration.class, TextConversions::duration);
    service.addConverter(String.class, Secret.class, Secret::new);
    return service;
  }

  /** Nothing written means nothing said. */
  @SuppressWarnings("NullAway") // the contract of a converter allows null
  private static Duration duration(String text) {
    return text.isBlank() ? null : Durations.parse(text);
  }

  /**
   * Editors come before the conversion service. Spring's own quote the percent sign of a URI once
   * more and look for paths on the classpath.
   */
  static void registerEditors(PropertyEditorRegistry registry) {
    registry.registerCustomEditor(URI.class, new TextEditor(TextConversions::uri));
    registry.registerCustomEditor(Path.class, new TextEditor(Path::of));
  }

  private static URI uri(String text) {
    try {
      return new URI(text.strip());
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("is not a URI: " + e.getReason());
    }
  }

  private static final class TextEditor extends PropertyEditorSupport {
    private final Function<String, Object> parse;

    TextEditor(Function<String, Object> parse) {
      this.parse = parse;
    }

    @Override
    public void setAsText(@Nullable String text) {
      setValue(text == null || text.isBlank() ? null : parse.apply(text));
    }
  }
}

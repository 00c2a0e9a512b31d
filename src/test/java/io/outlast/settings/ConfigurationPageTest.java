package io.outlast.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The tables of keys in docs/configuration.md are generated: what stands between {@code <!-- keys:
 * PREFIX... -->} and {@code <!-- /keys -->}. With a dot at the prefix's end the rows leave it out.
 */
class ConfigurationPageTest {

  private static final Path PAGE = Path.of("docs/configuration.md");
  private static final Pattern TABLE =
      Pattern.compile("(<!-- keys: ([^>]+) -->\n).*?(<!-- /keys -->)", Pattern.DOTALL);

  private final List<SettingsKeys.Key> keys = SettingsKeys.all();

  ConfigurationPageTest() throws IOException {}

  @Test
  void theTablesSayWhatTheMetadataSays() throws IOException {
    String generated =
        TABLE
            .matcher(Files.readString(PAGE))
            .replaceAll(found ->
                Matcher.quoteReplacement(found.group(1) + table(found.group(2)) + found.group(3)));
    if (System.getProperty("docs.write") != null) {
      Files.writeString(PAGE, generated);
    }
    assertThat(Files.readString(PAGE))
        .as(
            "docs/configuration.md differs from the settings' Javadoc and defaults; if the change is"
                + " meant, write it anew: ./mvnw test -Dtest=ConfigurationPageTest -Ddocs.write=1")
        .isEqualTo(generated);
  }

  @Test
  void everyKeyIsInOneTableAndDescribed() throws IOException {
    List<String> shown = new ArrayList<>();
    TABLE
        .matcher(Files.readString(PAGE))
        .results()
        .map((MatchResult found) -> found.group(2))
        .flatMap(this::below)
        .forEach(key -> shown.add(key.name()));
    assertThat(shown)
        .containsExactlyInAnyOrderElementsOf(keys.stream().map(SettingsKeys.Key::name).toList());
    assertThat(keys).allSatisfy(key -> assertThat(key.meaning()).as(key.name()).isNotBlank());
  }

  private String table(String prefixes) {
    StringBuilder rows = new StringBuilder("| key | default | meaning |\n|---|---|---|\n");
    String left = prefixes.endsWith(".") ? prefixes : "";
    below(prefixes)
        .forEach(key ->
            rows.append(
                "| `%s` | %s | %s |\n"
                    .formatted(
                        key.name().substring(left.length()),
                        key.defaultValue().isEmpty() ? "–" : "`" + key.defaultValue() + "`",
                        key.meaning())));
    return rows.toString();
  }

  private Stream<SettingsKeys.Key> below(String prefixes) {
    return Stream.of(prefixes.split(" "))
        .flatMap(prefix -> keys.stream().filter(key -> isBelow(key.name(), prefix)));
  }

  private static boolean isBelow(String name, String prefix) {
    return name.equals(prefix) || name.startsWith(prefix.endsWith(".") ? prefix : prefix + ".");
  }
}

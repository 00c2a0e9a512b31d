package io.outlast.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.env.ConfigTreePropertySource;

class RereadSettingsTest {

  private static final String YAML =
      """
      outlast:
        mcp:
          servers:
            docs:
              transport: streamable-http
              url: http://127.0.0.1:1/mcp
              headers: { Authorization: "Bearer ${docs-token}" }
      """;

  @TempDir private Path folder;

  @Test
  void aMountedFileThatChangesIsReadAgainAndItsNewValueIsMasked() throws Exception {
    Path mounted = Files.createDirectory(folder.resolve("secrets"));
    Files.writeString(mounted.resolve("docs-token"), "first-token\n");
    SettingsFixture fixture = new SettingsFixture(folder).yaml(YAML);
    fixture
        .environment()
        .getPropertySources()
        .addLast(new ConfigTreePropertySource("Config tree", mounted));
    RereadSettings.readTreesAlways(fixture.environment());
    McpServerSettings docs = fixture.load().mcp().servers().get("docs");
    SecretMasker masker = new SecretMasker(List.of());
    RereadSettings reread = new RereadSettings(fixture.environment(), masker);
    assertThat(docs.headers()).isEqualTo(Map.of("Authorization", "Bearer first-token"));
    assertThat(reread.server("docs", docs)).isEqualTo(docs);

    Files.writeString(mounted.resolve("docs-token"), "second-token");

    assertThat(reread.server("docs", docs).headers())
        .isEqualTo(Map.of("Authorization", "Bearer second-token"));
    assertThat(masker.mask("it said second-token, before first-token"))
        .isEqualTo("it said ***, before ***");
  }

  @Test
  void whatCanNotBeReadAnyMoreStaysAsItWas() throws Exception {
    Path mounted = Files.createDirectory(folder.resolve("secrets"));
    Path file = Files.writeString(mounted.resolve("docs-token"), "first-token");
    SettingsFixture fixture = new SettingsFixture(folder).yaml(YAML);
    fixture
        .environment()
        .getPropertySources()
        .addLast(new ConfigTreePropertySource("Config tree", mounted));
    RereadSettings.readTreesAlways(fixture.environment());
    McpServerSettings docs = fixture.load().mcp().servers().get("docs");

    Files.delete(file);

    RereadSettings reread = new RereadSettings(fixture.environment(), new SecretMasker(List.of()));
    assertThat(reread.server("docs", docs)).isEqualTo(docs);
  }
}

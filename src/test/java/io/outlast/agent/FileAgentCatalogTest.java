package io.outlast.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.outlast.settings.InvalidConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.mock.env.MockEnvironment;

/** Looks at real files; {@link #settle} stands for the time that passes. */
class FileAgentCatalogTest {

  @TempDir Path folder;

  private final AtomicInteger changes = new AtomicInteger();

  private FileAgentCatalog catalog() throws IOException {
    return catalog(folder);
  }

  private FileAgentCatalog catalog(Path where) throws IOException {
    AgentParser parser = new AgentParser(new MockEnvironment(), Duration.ofHours(24));
    return new FileAgentCatalog(new AgentFolder(where), parser, changes::incrementAndGet);
  }

  private void write(String file, String frontMatter) throws IOException {
    Files.writeString(folder.resolve(file), "---\n" + frontMatter + "\n---\nYou are a test.\n");
  }

  private static void settle(FileAgentCatalog catalog) throws IOException {
    catalog.refresh();
    catalog.refresh();
  }

  private static String description(AgentCatalog catalog, String name) {
    return String.valueOf(catalog.find(name).orElseThrow().spec().description());
  }

  @Test
  void everyFileIsAnAgent() throws IOException {
    write("b.md", "name: beta");
    write("a.md", "name: alpha");
    write("README.md", "Not: an agent");
    write(".hidden.md", "Not: an agent");
    write("notes.txt", "Not: an agent");
    assertThat(catalog().list())
        .extracting(entry -> entry.spec().name())
        .containsExactly("alpha", "beta");
  }

  @Test
  void everyBrokenFileIsNamedAtTheStart() throws IOException {
    write("a.md", "max-trns: 1");
    write("b.md", "name: [");
    write("c.md", "name: same");
    write("d.md", "name: same");
    assertThatExceptionOfType(InvalidConfigurationException.class)
        .isThrownBy(this::catalog)
        .withMessageContaining("a.md:2: max-trns")
        .withMessageContaining("b.md:")
        .withMessageContaining("d.md: name is 'same', as in " + folder.resolve("c.md"));
  }

  @Test
  void aChangeAndANewFileArePickedUp() throws IOException {
    write("tester.md", "description: first");
    FileAgentCatalog catalog = catalog();
    settle(catalog);
    assertThat(changes).hasValue(0);

    write("tester.md", "description: second edition");
    write("newcomer.md", "description: new");
    settle(catalog);
    assertThat(description(catalog, "tester")).isEqualTo("second edition");
    assertThat(description(catalog, "newcomer")).isEqualTo("new");
    assertThat(changes).hasValue(1);
  }

  @Test
  void aFileStillBeingWrittenIsLeftAlone() throws IOException {
    write("tester.md", "description: first");
    FileAgentCatalog catalog = catalog();
    Files.writeString(folder.resolve("tester.md"), "---\ndescr");
    catalog.refresh();
    write("tester.md", "description: whole");
    catalog.refresh();
    assertThat(catalog.find("tester").orElseThrow().problems()).isEmpty();
    catalog.refresh();
    assertThat(description(catalog, "tester")).isEqualTo("whole");
  }

  @Test
  void aBrokenEditIsReportedAndTheLastGoodDefinitionStays() throws IOException {
    write("tester.md", "description: good");
    FileAgentCatalog catalog = catalog();
    write("tester.md", "description: better\nmax-turns: many");
    settle(catalog);
    AgentCatalog.Entry entry = catalog.find("tester").orElseThrow();
    assertThat(entry.spec().description()).isEqualTo("good");
    assertThat(entry.problems())
        .containsExactly(
            folder.resolve("tester.md")
                + ":3: max-turns 'many' is not a whole number of at most 2147483647");

    write("tester.md", "description: repaired");
    settle(catalog);
    assertThat(catalog.find("tester").orElseThrow().problems()).isEmpty();
    assertThat(description(catalog, "tester")).isEqualTo("repaired");
  }

  @Test
  void anUnsetPlaceholderKeepsTheLastGoodDefinition() throws IOException {
    write("tester.md", "description: good");
    FileAgentCatalog catalog = catalog();
    write("tester.md", "description: ${SURELY_UNSET}");
    settle(catalog);
    assertThat(description(catalog, "tester")).isEqualTo("good");
    assertThat(catalog.find("tester").orElseThrow().problems().getFirst()).contains("SURELY_UNSET");
  }

  @Test
  void aNewBrokenFileIsAProblemOfTheCatalogue() throws IOException {
    FileAgentCatalog catalog = catalog();
    write("newcomer.md", "max-trns: 1");
    settle(catalog);
    assertThat(catalog.list()).isEmpty();
    assertThat(catalog.problems()).singleElement().asString().contains("max-turns?");
    Files.delete(folder.resolve("newcomer.md"));
    settle(catalog);
    assertThat(catalog.problems()).isEmpty();
  }

  @Test
  void aDeletedFileTakesItsAgentAlongButNotWhileAnEditorReplacesIt() throws IOException {
    write("tester.md", "description: first");
    FileAgentCatalog catalog = catalog();
    Files.delete(folder.resolve("tester.md"));
    catalog.refresh();
    assertThat(catalog.find("tester")).isPresent();
    write("tester.md", "description: replaced");
    settle(catalog);
    assertThat(description(catalog, "tester")).isEqualTo("replaced");

    Files.delete(folder.resolve("tester.md"));
    settle(catalog);
    assertThat(catalog.find("tester")).isEmpty();
  }

  @Test
  void aNameBelongsToTheFileThatHadItFirst() throws IOException {
    write("m.md", "name: taken\ndescription: first");
    FileAgentCatalog catalog = catalog();
    write("a.md", "name: taken\ndescription: second");
    settle(catalog);
    assertThat(description(catalog, "taken")).isEqualTo("first");
    assertThat(catalog.problems()).singleElement().asString().contains("name is 'taken'");

    Files.delete(folder.resolve("m.md"));
    settle(catalog);
    assertThat(description(catalog, "taken")).isEqualTo("second");
    assertThat(catalog.problems()).isEmpty();
  }

  @Test
  void aFolderMayAppearLater() throws IOException {
    Path later = folder.resolve("later");
    FileAgentCatalog catalog = catalog(later);
    settle(catalog);
    assertThat(catalog.list()).isEmpty();
    Files.createDirectory(later);
    write("later/tester.md", "description: here");
    settle(catalog);
    assertThat(description(catalog, "tester")).isEqualTo("here");
  }

  @Test
  void linkedFilesAreFollowedAsInAMountedConfigMap() throws IOException {
    Path first = Files.createDirectory(folder.resolve("..1"));
    Path second = Files.createDirectory(folder.resolve("..2"));
    Files.writeString(first.resolve("x.md"), "---\ndescription: first\n---\n");
    Files.writeString(second.resolve("x.md"), "---\ndescription: second\n---\n");
    Path data = Files.createSymbolicLink(folder.resolve("..data"), first);
    Files.createSymbolicLink(folder.resolve("x.md"), Path.of("..data/x.md"));
    FileAgentCatalog catalog = catalog();
    assertThat(description(catalog, "x")).isEqualTo("first");
    Files.delete(data);
    Files.createSymbolicLink(data, second);
    settle(catalog);
    assertThat(description(catalog, "x")).isEqualTo("second");
  }

  @Test
  void theWatchSeesAChangeInTime() throws IOException {
    write("tester.md", "description: first");
    FileAgentCatalog catalog = catalog();
    try (AgentWatch watch = new AgentWatch(catalog)) {
      watch.start(Duration.ofMillis(50));
      write("tester.md", "description: second");
      await()
          .atMost(Duration.ofSeconds(10))
          .untilAsserted(() -> assertThat(description(catalog, "tester")).isEqualTo("second"));
    }
  }

  @Test
  void agentsMayComeFromTheClasspath() throws IOException {
    AgentParser parser = new AgentParser(new MockEnvironment(), Duration.ZERO);
    FileAgentCatalog catalog =
        new FileAgentCatalog(new AgentResources("classpath:catalog-test"), parser, () -> {});
    assertThat(catalog.find("packaged").orElseThrow().spec().source())
        .isEqualTo("classpath:catalog-test/packaged.md");
  }
}

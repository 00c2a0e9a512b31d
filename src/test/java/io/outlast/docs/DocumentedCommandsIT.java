package io.outlast.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every command of the documentation is typed as a reader would, against the built jar: page by
 * page, in an empty folder with nothing but the jar. A block that no bare machine can run says why
 * in a comment before it.
 */
class DocumentedCommandsIT {

  private static final Path BIN = Path.of(System.getProperty("java.home"), "bin");
  private static final Path JAR = Path.of("target", "outlast.jar").toAbsolutePath();
  private static final Duration LONGEST = Duration.ofMinutes(5);

  private static final String SHORT_LIFE = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

  @TempDir private static Path folder;
  private static Process demo;
  private static int demoPort;

  /** The demo, for the pages that take for granted that it runs. */
  @BeforeAll
  static void startDemo() throws IOException {
    assertThat(JAR).as("the built jar").exists();
    demoPort = freePort();
    demo =
        command(Files.createDirectory(folder.resolve("demo")), demoPort)
            .command(
                BIN.resolve("java").toString(),
                "-jar",
                JAR.toString(),
                "--spring.profiles.active=demo")
            .redirectOutput(folder.resolve("demo.log").toFile())
            .start();
  }

  @AfterAll
  static void stopDemo() throws InterruptedException {
    demo.destroy();
    demo.waitFor(LONGEST);
  }

  static Stream<Page> pages() {
    return Page.all().stream().filter(Page::hasSomethingToRun);
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyCommandWorks(Page page) throws Exception {
    int port = page.startsTheService() ? freePort() : demoPort;
    Path place = Files.createDirectory(folder.resolve(page.toString().replace('/', '-')));
    Files.createSymbolicLink(
        Files.createDirectory(place.resolve("target")).resolve("outlast.jar"), JAR);
    Path output = place.resolve("output.log");
    Process shell =
        command(place, port)
            .command("bash", "-c", PageScript.of(page, port))
            .redirectOutput(output.toFile())
            .start();
    boolean ended = shell.waitFor(LONGEST);
    if (!ended) {
      shell.descendants().forEach(ProcessHandle::destroy);
      shell.destroy();
    }
    String shown = Files.readString(output);
    assertThat(ended ? shell.exitValue() : -1)
        .as(() -> shown.substring(Math.max(0, shown.length() - 3000)))
        .isZero();
  }

  @Test
  void everyBlockSaysWhatItIs() {
    assertThat(Page.all())
        .flatExtracting(Page::blocks)
        .extracting(Page.Block::language)
        .isSubsetOf("sh", "yaml", "json", "markdown", "stop");
  }

  @Test
  void theFirstStepsAreAmongWhatIsRun() {
    List<String> run = pages().map(Page::toString).toList();
    assertThat(run)
        .contains("README.md", "docs/getting-started.md", "docs/operations.md", "docs/security.md");
  }

  private static ProcessBuilder command(Path place, int port) {
    ProcessBuilder builder =
        new ProcessBuilder().directory(place.toFile()).redirectErrorStream(true);
    builder.environment().put("PATH", BIN + ":" + builder.environment().get("PATH"));
    builder.environment().put("SERVER_PORT", String.valueOf(port));
    builder.environment().put("JAVA_TOOL_OPTIONS", SHORT_LIFE);
    // What operations.md makes with kubectl. The demo wants none.
    builder.environment().put("KEY", "none");
    return builder;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}

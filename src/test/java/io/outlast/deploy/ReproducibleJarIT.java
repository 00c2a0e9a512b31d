package io.outlast.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Nothing in the jar tells when or where it was built: two builds of one source are the same file.
 */
class ReproducibleJarIT {

  private static final Path JAR = Path.of("target/outlast.jar");

  @Test
  void noFileThatTheBuildMakesIsDated() throws IOException {
    assumeTrue(Files.exists(JAR), "not packaged");
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertThat(jar.stream().filter(it -> made(it.getName())).map(it -> it.getName()))
          .as("files that are merged or written by the build")
          .contains("META-INF/spring.factories", "META-INF/build-info.properties");
      assertThat(
              jar.stream()
                  .filter(it -> made(it.getName()))
                  .flatMap(it -> comments(jar, it.getName()))
                  .toList())
          .noneMatch(it -> it.matches(".*\\b\\d{1,2}:\\d{2}:\\d{2}\\b.*"));
      String bill = text(jar, "META-INF/sbom/application.cdx.json");
      assertThat(bill).doesNotContain("\"serialNumber\"", System.getProperty("user.dir"));
    }
  }

  private static boolean made(String name) {
    return name.matches("META-INF/(spring\\.[a-z]+|[a-z-]+\\.properties)");
  }

  private static Stream<String> comments(JarFile jar, String name) {
    return text(jar, name).lines().filter(it -> it.startsWith("#"));
  }

  private static String text(JarFile jar, String name) {
    try {
      var entry = jar.getEntry(name);
      return entry == null
          ? ""
          : new String(jar.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

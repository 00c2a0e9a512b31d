package io.outlast.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code mvnw} where there is no Maven, as in the image's build: with a JDK and what every shell
 * has.
 */
class MavenWrapperTest {

  private static final List<String> COMMANDS =
      List.of(
          "sh",
          "awk",
          "sed",
          "tar",
          "gzip",
          "tr",
          "cut",
          "sha512sum",
          "dirname",
          "readlink",
          "mktemp",
          "mkdir",
          "mv",
          "rm");

  @TempDir Path dir;

  private HttpServer repository;
  private String url;

  @BeforeEach
  void aRepositoryWithMaven() throws Exception {
    Path unpacked = Files.createDirectories(dir.resolve("apache-maven-9.9.9/bin"));
    Path mvn = Files.writeString(unpacked.resolve("mvn"), "#!/bin/sh\necho \"a Maven: $*\"\n");
    assertThat(mvn.toFile().setExecutable(true)).isTrue();
    run(Map.of(), "tar", "-czf", "maven.tar.gz", "apache-maven-9.9.9");
    byte[] archive = Files.readAllBytes(dir.resolve("maven.tar.gz"));
    project(sha512(archive));
    repository = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    repository.createContext(
        "/maven/org/apache/maven/apache-maven/9.9.9/apache-maven-9.9.9-bin.tar.gz",
        exchange -> {
          exchange.sendResponseHeaders(200, archive.length);
          exchange.getResponseBody().write(archive);
          exchange.close();
        });
    repository.start();
    url = "http://127.0.0.1:" + repository.getAddress().getPort() + "/maven";
  }

  @AfterEach
  void close() {
    repository.stop(0);
  }

  @Test
  void itComesFromTheRepositoryThatTheEnvironmentNames() throws Exception {
    assertThat(mvnw(Map.of("MVNW_REPOURL", url + "/"))).isEqualTo("a Maven: verify -q\n");

    repository.stop(0);
    assertThat(mvnw(Map.of())).as("the second time").isEqualTo("a Maven: verify -q\n");
  }

  @Test
  void itComesFromTheMirrorOfTheUsersSettings() throws Exception {
    Files.writeString(
        Files.createDirectories(dir.resolve("home/.m2")).resolve("settings.xml"),
        """
        <settings>
          <mirrors>
            <!-- <mirror><mirrorOf>*</mirrorOf><url>http://127.0.0.1:1/old</url></mirror> -->
            <mirror><mirrorOf>snapshots</mirrorOf><url>http://127.0.0.1:1/snapshots</url></mirror>
            <mirror>
              <id>ours</id>
              <url> %s </url>
              <mirrorOf>central</mirrorOf>
            </mirror>
          </mirrors>
        </settings>
        """
            .formatted(url));

    assertThat(mvnw(Map.of())).isEqualTo("a Maven: verify -q\n");
  }

  @Test
  void anotherFileThanTheExpectedOneIsNotRun() throws Exception {
    project("0".repeat(128));

    assertThat(mvnw(Map.of("MVNW_REPOURL", url))).contains("does not have the expected SHA-512");
  }

  @Test
  void whatCannotBeHadIsToldWithARemedy() throws Exception {
    assertThat(mvnw(Map.of("MVNW_REPOURL", url + "/elsewhere")))
        .contains("could not be downloaded from " + url + "/elsewhere/org/")
        .contains("MVNW_REPOURL");
  }

  private void project(String sha512) throws IOException {
    Path wrapper = Files.createDirectories(dir.resolve("project/.mvn/wrapper"));
    Files.writeString(
        wrapper.resolve("maven-wrapper.properties"),
        "mavenVersion=9.9.9\nmavenSha512=%s\nmavenMinimum=9.0.0\njavaMinimum=25\n"
            .formatted(sha512));
    Files.writeString(dir.resolve("project/mvnw"), Files.readString(Path.of("mvnw")));
  }

  private String mvnw(Map<String, String> environment) throws Exception {
    return run(environment, "sh", "project/mvnw", "verify", "-q");
  }

  /** With nothing on the path but {@link #COMMANDS}. */
  private String run(Map<String, String> environment, String... command) throws Exception {
    ProcessBuilder process =
        new ProcessBuilder(command).directory(dir.toFile()).redirectErrorStream(true);
    process.environment().clear();
    process.environment().putAll(environment);
    process.environment().put("PATH", commands().toString());
    process.environment().put("HOME", dir.resolve("home").toString());
    process.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process running = process.start();
    String said = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(running.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return said;
  }

  private Path commands() throws IOException {
    Path commands = dir.resolve("commands");
    if (Files.notExists(commands)) {
      Files.createDirectories(commands);
      for (String command : COMMANDS) {
        Path script =
            Files.writeString(
                commands.resolve(command),
                "#!/bin/sh\nexec %s \"$@\"\n".formatted(onThePath(command)));
        assertThat(script.toFile().setExecutable(true)).isTrue();
      }
    }
    return commands;
  }

  private static Path onThePath(String command) {
    return List.of(System.getenv("PATH").split(":")).stream()
        .map(it -> Path.of(it, command))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("There is no " + command));
  }

  private static String sha512(byte[] bytes) throws NoSuchAlgorithmException {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-512").digest(bytes));
  }
}

package io.outlast;

import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Real MCP servers from npm, in the versions of {@code src/test/npm/package-lock.json}. The first
 * use installs them, once for all builds in this checkout; a test that needs them is skipped, with
 * the reason, where that cannot be done.
 */
public final class NpmServers {

  private static final Path HOME = Path.of("src/test/npm").toAbsolutePath();
  private static final Path LOCK_FILE = HOME.resolve("package-lock.json");
  private static final Path INSTALLED = HOME.resolve("node_modules/.installed-lock.json");
  private static final ReentrantLock INSTALLING = new ReentrantLock();

  private NpmServers() {}

  /**
   * Command line of server-everything.
   *
   * @param transport {@code stdio}, {@code streamableHttp} or {@code sse}; the latter two listen on
   *     the port of the environment variable {@code PORT}
   */
  public static List<String> everything(String transport) {
    return List.of("node", script("server-everything"), transport);
  }

  /** Command line of server-filesystem, which serves these folders over stdio. */
  public static List<String> filesystem(Path... folders) {
    List<String> command = new ArrayList<>(List.of("node", script("server-filesystem")));
    Arrays.stream(folders).map(Path::toString).forEach(command::add);
    return command;
  }

  /** Command line of server-memory, which keeps its graph in {@code MEMORY_FILE_PATH}. */
  public static List<String> memory() {
    return List.of("node", script("server-memory"));
  }

  /** Command line of the protocol's conformance suite. */
  public static List<String> conformance() {
    return List.of("node", script("conformance"));
  }

  private static String script(String server) {
    assumeTrue(onPath("node") && onPath("npm"), "node and npm are needed on the PATH");
    install();
    return HOME.resolve("node_modules/@modelcontextprotocol/" + server + "/dist/index.js")
        .toString();
  }

  private static boolean onPath(String program) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  private static void install() {
    // A file lock keeps other builds out, and only this one keeps other threads out.
    INSTALLING.lock();
    try (FileChannel channel = openLockFile();
        FileLock held = channel.lock()) {
      if (held.isValid() && !upToDate()) {
        npmCi();
        Files.copy(LOCK_FILE, INSTALLED);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      INSTALLING.unlock();
    }
  }

  private static FileChannel openLockFile() throws IOException {
    Path file = Path.of("target/npm-install.lock");
    Files.createDirectories(file.getParent());
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private static boolean upToDate() throws IOException {
    return Files.exists(INSTALLED) && Files.mismatch(INSTALLED, LOCK_FILE) == -1;
  }

  private static void npmCi() throws IOException {
    Path log = Path.of("target/npm-ci.log");
    Process npm =
        new ProcessBuilder("npm", "ci", "--ignore-scripts")
            .directory(HOME.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (!npm.waitFor(3, TimeUnit.MINUTES) || npm.exitValue() != 0) {
        abort("npm ci failed: " + Files.readString(log));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      abort("interrupted while npm ci ran");
    } finally {
      npm.destroy();
    }
  }
}

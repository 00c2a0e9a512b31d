package io.outlast.mcp;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the program that a command means, as a shell would with a given environment. */
final class Executables {

  /** What was found. */
  sealed interface Found {

    record Program(Path path) implements Found {}

    /** There is such a file, and it may not be executed. */
    record NotExecutable(Path path) implements Found {}

    record Nothing() implements Found {}
  }

  private Executables() {}

  /**
   * @param folder in which a command with a slash is looked for when it is relative; null for the
   *     service's own
   */
  static Found find(String command, Map<String, String> environment, @Nullable String folder) {
    if (command.indexOf(File.separatorChar) >= 0) {
      Path here = Path.of(folder == null ? "" : folder);
      return look(here.resolve(command));
    }
    Found best = new Found.Nothing();
    for (String each : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
      Found found = each.isEmpty() ? best : look(Path.of(each, command));
      if (found instanceof Found.Program) {
        return found;
      }
      best = found instanceof Found.NotExecutable ? found : best;
    }
    return best;
  }

  private static Found look(Path path) {
    if (!Files.isRegularFile(path)) {
      return new Found.Nothing();
    }
    return Files.isExecutable(path) ? new Found.Program(path) : new Found.NotExecutable(path);
  }
}

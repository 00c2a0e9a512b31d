package io.outlast.mcp;

import io.outlast.settings.McpServerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Starts the command of a stdio server, or says plainly why that does not work. */
final class ChildCommand {

  /** How the JDK says ENOENT; the wording differs between its ways to start a process. */
  private static final Pattern NOT_FOUND = Pattern.compile("error[=:] ?2\\b");

  private ChildCommand() {}

  /**
   * @throws TransportFailure {@code MISCONFIGURED} when no command is configured; {@code
   *     UNREACHABLE} when it is not there now, as it may be installed later
   */
  static ChildProcess start(String server, McpServerSettings settings) {
    String command = settings.command();
    if (command == null || command.isBlank()) {
      throw failure(TransportLoss.MISCONFIGURED, "server " + server + " has no command", null);
    }
    List<String> line = new ArrayList<>();
    line.add(command);
    line.addAll(settings.args());
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().clear();
    builder.environment().putAll(ChildEnvironment.build(System.getenv(), settings.env()));
    String cwd = settings.cwd();
    if (cwd != null) {
      if (!Files.isDirectory(Path.of(cwd))) {
        throw failure(TransportLoss.UNREACHABLE, "the folder " + cwd + " (cwd) is not there", null);
      }
      builder.directory(Path.of(cwd).toFile());
    }
    try {
      return new ChildProcess(builder.start());
    } catch (IOException e) {
      throw failure(TransportLoss.UNREACHABLE, reason(command, e), e);
    }
  }

  private static String reason(String command, IOException e) {
    String text = String.valueOf(e.getMessage());
    if (NOT_FOUND.matcher(text).find()) {
      return "command \""
          + command
          + "\" was not found; PATH is "
          + System.getenv().getOrDefault("PATH", "not set");
    }
    return "command \"" + command + "\" could not be started: " + text;
  }

  private static TransportFailure failure(
      TransportLoss loss, String message, @Nullable Throwable cause) {
    return new TransportFailure(loss, false, message, cause);
  }
}

package io.outlast.mcp;

import io.outlast.mcp.Executables.Found;
import io.outlast.settings.McpServerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Starts the command of a stdio server, or says plainly why that does not work. */
final class ChildCommand {

  private static final @Nullable Path SETSID =
      Executables.find("setsid", System.getenv(), null) instanceof Found.Program(Path path)
          ? path
          : null;

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
    String cwd = settings.cwd();
    if (cwd != null && !Files.isDirectory(Path.of(cwd))) {
      throw failure(TransportLoss.UNREACHABLE, "the folder " + cwd + " (cwd) is not there", null);
    }
    Map<String, String> environment = ChildEnvironment.build(System.getenv(), settings.env());
    Path program = program(command, environment, cwd);
    ProcessBuilder builder = new ProcessBuilder();
    builder.environment().clear();
    builder.environment().putAll(environment);
    if (cwd != null) {
      builder.directory(Path.of(cwd).toFile());
    }
    builder.command(line(program.toString(), settings.args()));
    try {
      return new ChildProcess(builder.start(), SETSID != null);
    } catch (IOException e) {
      throw failure(
          TransportLoss.UNREACHABLE,
          "command \"" + command + "\" could not be started: " + e.getMessage(),
          e);
    }
  }

  /**
   * In a session of its own, where the system has {@code setsid}: a Ctrl-C in the terminal is for
   * the service, which then ends its servers in good order, and what a dead server leaves behind
   * can still be found. {@code setsid} becomes the program, so the process is the same.
   */
  private static List<String> line(String program, List<String> args) {
    List<String> line = new ArrayList<>();
    if (SETSID != null) {
      line.add(SETSID.toString());
    }
    line.add(program);
    line.addAll(args);
    return line;
  }

  private static Path program(
      String command, Map<String, String> environment, @Nullable String cwd) {
    return switch (Executables.find(command, environment, cwd)) {
      case Found.Program(Path path) -> path.toAbsolutePath();
      case Found.NotExecutable(Path path) ->
          throw failure(
              TransportLoss.UNREACHABLE,
              "command \"" + command + "\" may not be executed: " + path,
              null);
      case Found.Nothing() ->
          throw failure(
              TransportLoss.UNREACHABLE,
              "command \""
                  + command
                  + "\" was not found; PATH is "
                  + environment.getOrDefault("PATH", "not set"),
              null);
    };
  }

  private static TransportFailure failure(
      TransportLoss loss, String message, @Nullable Throwable cause) {
    return new TransportFailure(loss, false, message, cause);
  }
}

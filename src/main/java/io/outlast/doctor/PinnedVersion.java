package io.outlast.doctor;

import io.outlast.settings.McpServerSettings;
import java.util.List;
import java.util.Optional;

/** Finds server programs that a package runner fetches in whatever version is newest. */
final class PinnedVersion {

  private PinnedVersion() {}

  /** The package that is named without a version, when there is one. */
  static Optional<String> missing(McpServerSettings server) {
    String command = server.command();
    if (command == null) {
      return Optional.empty();
    }
    String program = command.substring(command.lastIndexOf('/') + 1);
    return switch (program) {
      case "npx", "bunx", "pnpx" -> named(server.args()).filter(it -> it.lastIndexOf('@') <= 0);
      case "uvx" -> named(server.args()).filter(it -> !it.contains("@") && !it.contains("=="));
      default -> Optional.empty();
    };
  }

  private static Optional<String> named(List<String> args) {
    return args.stream().filter(arg -> !arg.startsWith("-")).findFirst();
  }
}

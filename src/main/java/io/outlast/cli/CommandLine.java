package io.outlast.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the arguments of the program ask for. Pure. */
sealed interface CommandLine {

  String USAGE =
      """
      Usage:
        java -jar outlast.jar                              the service
        java -jar outlast.jar doctor [--json]              check configuration, database, models, MCP servers
        java -jar outlast.jar run AGENT "INPUT" [--json]   one run in the foreground
      Settings may stand anywhere after a command, as in --outlast.limits.run-timeout=30m.
      After -- everything is text, also what begins with a dash.
      """;

  /** The service itself. */
  record Service() implements CommandLine {}

  record Doctor(boolean json, List<String> settings) implements CommandLine {
    public Doctor {
      settings = List.copyOf(settings);
    }
  }

  record RunAgent(String agent, String input, boolean json, List<String> settings)
      implements CommandLine {
    public RunAgent {
      settings = List.copyOf(settings);
    }
  }

  record Help() implements CommandLine {}

  record Mistake(String message) implements CommandLine {}

  /** The first argument that is no setting is the command; settings alone start the service. */
  static CommandLine of(String... args) {
    List<String> words = new ArrayList<>(List.of(args));
    if (!words.isEmpty() && words.getFirst().equals("--help")) {
      return new Help();
    }
    Optional<String> command = words.stream().filter(word -> !word.startsWith("--")).findFirst();
    command.ifPresent(words::remove);
    return switch (command.orElse("")) {
      case "" -> new Service();
      case "doctor" -> doctor(Words.of(words));
      case "run" -> run(Words.of(words));
      case "help", "-h" -> new Help();
      case String unknown -> new Mistake("there is no command '" + unknown + "'");
    };
  }

  private static CommandLine doctor(Words words) {
    return words.plain.isEmpty()
        ? new Doctor(words.json, words.settings)
        : new Mistake("doctor takes no '" + words.plain.getFirst() + "'");
  }

  private static CommandLine run(Words words) {
    return switch (words.plain.size()) {
      case 0 -> new Mistake("run needs the name of an agent and an input");
      case 1 -> new Mistake("run " + words.plain.getFirst() + " needs an input");
      case 2 -> new RunAgent(words.plain.get(0), words.plain.get(1), words.json, words.settings);
      default ->
          new Mistake(
              "run takes an agent and one input; put the input in quotation marks, it ends before '"
                  + words.plain.get(2)
                  + "'");
    };
  }

  /** The arguments beside the command, sorted. */
  final class Words {
    private final List<String> plain = new ArrayList<>();
    private final List<String> settings = new ArrayList<>();
    private boolean json;

    private Words() {}

    private static Words of(List<String> args) {
      Words words = new Words();
      boolean literal = false;
      for (String word : args) {
        if (literal || !word.startsWith("--")) {
          words.plain.add(word);
        } else if (word.equals("--")) {
          literal = true;
        } else if (word.equals("--json")) {
          words.json = true;
        } else {
          words.settings.add(word);
        }
      }
      return words;
    }
  }
}

package io.outlast.cli;

import java.util.OptionalInt;

/** The commands of the jar. Blocks until a command is over. */
public final class Cli {

  private final Class<?> application;

  /**
   * @param application what a command starts
   */
  public Cli(Class<?> application) {
    this.application = application;
  }

  /** The exit code of the command that was asked for; empty when it is the service. */
  public OptionalInt run(String... args) {
    return switch (CommandLine.of(args)) {
      case CommandLine.Service service -> OptionalInt.empty();
      case CommandLine.Help help -> {
        Output.ofThisProcess().out().print(CommandLine.USAGE);
        yield OptionalInt.of(ExitCode.OK);
      }
      case CommandLine.Mistake mistake -> {
        Output.ofThisProcess()
            .err()
            .print("outlast: " + mistake.message() + "\n\n" + CommandLine.USAGE);
        yield OptionalInt.of(ExitCode.USAGE);
      }
      case CommandLine.Doctor doctor ->
          OptionalInt.of(new DoctorCommand(application, Output.ofThisProcess()).execute(doctor));
      case CommandLine.RunAgent run ->
          OptionalInt.of(new RunCommand(application, Output.ofThisProcess()).execute(run));
    };
  }
}

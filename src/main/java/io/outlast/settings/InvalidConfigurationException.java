package io.outlast.settings;

import java.util.List;
import java.util.stream.Collectors;
import org.springframework.boot.ExitCodeGenerator;

/**
 * The service cannot start with this configuration. Ends the process with exit code 2, the one for
 * usage and configuration.
 */
public final class InvalidConfigurationException extends RuntimeException
    implements ExitCodeGenerator {

  private final transient List<ConfigProblem> problems;

  public InvalidConfigurationException(List<ConfigProblem> problems) {
    super(problems.stream().map(ConfigProblem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  public List<ConfigProblem> problems() {
    return problems;
  }

  @Override
  public int getExitCode() {
    return 2;
  }
}

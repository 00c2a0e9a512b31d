package io.outlast.settings;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The service cannot start with this configuration. No exit code generator: Spring Boot would tell
 * the code to beans that are already destroyed, and print what comes of it.
 */
public final class InvalidConfigurationException extends RuntimeException {

  private final transient List<ConfigProblem> problems;

  public InvalidConfigurationException(List<ConfigProblem> problems) {
    super(problems.stream().map(ConfigProblem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  public List<ConfigProblem> problems() {
    return problems;
  }
}

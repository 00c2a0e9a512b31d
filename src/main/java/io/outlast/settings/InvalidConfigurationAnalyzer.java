package io.outlast.settings;

import java.util.stream.Collectors;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Prints what is wrong with the configuration in place of a stack trace. */
class InvalidConfigurationAnalyzer extends AbstractFailureAnalyzer<InvalidConfigurationException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, InvalidConfigurationException cause) {
    String description =
        cause.problems().stream()
            .map(problem -> "  - " + problem)
            .collect(
                Collectors.joining("\n", "Outlast cannot start with this configuration:\n\n", ""));
    return new FailureAnalysis(description, "Correct what is listed above and start again.", cause);
  }
}

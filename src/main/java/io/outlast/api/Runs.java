package io.outlast.api;

import io.outlast.agent.AgentCatalog;
import io.outlast.journal.Journal;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import java.util.stream.Collectors;

/** Looks up what a request names; what does not exist is a problem that says so. */
final class Runs {

  private Runs() {}

  static Run find(Journal journal, String id) {
    return journal
        .find(new RunId(id))
        .orElseThrow(
            () -> ApiProblem.notFound("unknown_run", "There is no run " + Text.quotable(id) + "."));
  }

  static ApiProblem unknownAgent(AgentCatalog agents, String name) {
    String known =
        agents.list().stream().map(it -> it.spec().name()).collect(Collectors.joining(", "));
    return ApiProblem.notFound(
        "unknown_agent",
        "There is no agent '"
            + Text.quotable(name)
            + "'; there "
            + (known.isEmpty() ? "is none at all: add a Markdown file" : "are: " + known)
            + ".");
  }
}

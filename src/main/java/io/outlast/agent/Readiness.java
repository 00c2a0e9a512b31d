package io.outlast.agent;

import io.outlast.control.CancelReason;
import io.outlast.run.StopReason;
import io.outlast.tool.ToolSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** What has to be there before a run may ask its model. */
final class Readiness {

  private Readiness() {}

  /**
   * Waits until each of the agent's servers has once been ready or has failed, so that a run that
   * starts together with the service is not offered half of its tools; then insists on the required
   * ones.
   */
  static Optional<LoopEnd> check(RunSession session, ToolSource source) {
    Set<String> servers = ToolSelection.of(session.agent().tools()).serversOf(source.servers());
    awaitFirstAttempts(session, source.attempted(servers));
    List<ToolSource.MissingServer> missing = source.missingRequired(servers);
    if (missing.isEmpty() || session.cancel().isCancelled()) {
      return Optional.empty();
    }
    String reasons =
        missing.stream()
            .map(server -> server.name() + " (" + server.reason() + ")")
            .collect(Collectors.joining("; "));
    return Optional.of(
        LoopEnd.Over.failed(
            StopReason.REQUIRED_SERVER_UNAVAILABLE,
            "MCP servers that agent "
                + session.agent().name()
                + " needs are not available: "
                + reasons));
  }

  private static void awaitFirstAttempts(RunSession session, CompletableFuture<Void> attempted) {
    if (attempted.isDone()) {
      return;
    }
    CompletableFuture<Void> proceed = attempted.copy();
    try (var registration =
        session.cancel().onCancel((CancelReason reason) -> proceed.complete(null))) {
      proceed
          .completeOnTimeout(
              null, session.budget().remaining(TimeUnit.MILLISECONDS), TimeUnit.MILLISECONDS)
          .join();
    }
  }
}

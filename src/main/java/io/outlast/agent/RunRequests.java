package io.outlast.agent;

import io.outlast.run.NewRun;
import io.outlast.settings.LimitOverrides;
import io.outlast.settings.Limits;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes a run of an agent that can be submitted, with every limit that will hold. Pure. */
public final class RunRequests {

  private RunRequests() {}

  /**
   * @param limits the request's layer
   * @param limitsJson the same as it was sent
   */
  public static NewRun prepare(
      AgentSpec agent, String input, LimitOverrides limits, String limitsJson, Limits global) {
    return new NewRun(
        agent.name(),
        input,
        Map.of(),
        RunLimitsResolver.resolve(limits, agent.limits(), global),
        limitsJson,
        null,
        agent.queueing().priority());
  }

  /** The same run with the user's labels and its earliest start. */
  public static NewRun with(
      NewRun run, Map<String, String> metadata, @Nullable Instant startAfter) {
    return new NewRun(
        run.agent(),
        run.input(),
        metadata,
        run.limits(),
        run.requestLimits(),
        startAfter,
        run.priority());
  }
}

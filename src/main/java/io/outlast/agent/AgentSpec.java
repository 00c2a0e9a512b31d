package io.outlast.agent;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.outlast.model.ScriptTurn;
import io.outlast.settings.LimitOverrides;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An agent as its Markdown file defines it. Immutable.
 *
 * @param name {@code [a-z0-9-]{1,63}}, unique
 * @param model name of a configured model; the default model if null
 * @param tools patterns {@code server:tool} with {@code *}, or {@code *} alone for everything
 * @param limits this agent's layer of the limits ({@code timeout} in the file is the run timeout)
 * @param script for the scripted provider
 * @param schedule when it starts by itself
 * @param queueing how its runs wait
 * @param prompt the system prompt
 * @param source the file it came from, for messages
 */
public record AgentSpec(
    String name,
    @Nullable String description,
    @Nullable String model,
    List<String> tools,
    LimitOverrides limits,
    @Nullable List<ScriptTurn> script,
    @Nullable Schedule schedule,
    Queueing queueing,
    String prompt,
    String source) {

  /**
   * How runs wait for their start.
   *
   * @param maxConcurrentRuns runs of this agent under way at once, in all processes; 0 for no limit
   * @param priority waiting runs of a greater one start first; -100 to 100
   */
  public record Queueing(int maxConcurrentRuns, int priority) {
    public static final Queueing DEFAULT = new Queueing(0, 0);
  }

  /**
   * @param cron Spring cron expression with seconds
   * @param zone IANA time zone
   * @param input the input of the runs it starts
   * @param overlap whether a run is started while the one before it has not ended
   */
  public record Schedule(String cron, String zone, String input, Missed missed, boolean overlap) {}

  /** What happens to fires that were missed while nothing ran. */
  public enum Missed {
    @JsonProperty("skip")
    SKIP,
    @JsonProperty("once")
    ONCE
  }
}

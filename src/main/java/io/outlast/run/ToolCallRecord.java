package io.outlast.run;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A tool call as it is stored. Names are those of the API.
 *
 * @param seq place among the run's tool calls and events
 * @param turn the model call that asked for it, from 1
 * @param exposedName the name the model used
 * @param server null when the model named no known tool
 * @param modelCallId the id under which the model gets the result; unique in the run
 * @param arguments JSON object, or the raw text where it could not be read
 * @param effect null when the tool is not known
 * @param deadline null when it was never dispatched
 * @param result the MCP result as JSON
 */
public record ToolCallRecord(
    String id,
    long seq,
    int turn,
    String exposedName,
    @Nullable String server,
    String tool,
    String modelCallId,
    String arguments,
    String status,
    @Nullable String effect,
    String delivery,
    @Nullable CallDeadline deadline,
    int attempts,
    Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable Long durationMs,
    boolean cancelSent,
    @Nullable CallError error,
    @Nullable String result) {

  /** Durations are ISO-8601. */
  public record CallDeadline(
      String value, String source, @Nullable String cappedBy, @Nullable String requested) {}

  /**
   * @param message what the model was told
   */
  public record CallError(String code, String message) {}

  /** The same call with this result. */
  public ToolCallRecord withResult(String whole) {
    return new ToolCallRecord(
        id,
        seq,
        turn,
        exposedName,
        server,
        tool,
        modelCallId,
        arguments,
        status,
        effect,
        delivery,
        deadline,
        attempts,
        startedAt,
        endedAt,
        durationMs,
        cancelSent,
        error,
        whole);
  }

  public boolean isFinished() {
    return !status.equals("dispatched");
  }
}

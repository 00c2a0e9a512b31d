package io.outlast.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A conversation as the model saw it.
 *
 * @param system the agent's prompt as it is now; null when the agent is gone
 */
@Schema(name = "Transcript")
public record TranscriptView(
    String runId, String agent, @Nullable String system, List<Entry> messages) {

  /** One message; parts that it does not have are left out. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Entry(
      String role,
      @Nullable String text,
      @Nullable List<Call> toolCalls,
      @Nullable String toolCallId,
      @Nullable String tool) {}

  public record Call(String id, String tool, String arguments) {}
}

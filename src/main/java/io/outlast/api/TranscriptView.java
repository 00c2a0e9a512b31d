package io.outlast.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A conversation as the model saw it.
 *
 * @param system the agent's prompt as it is now; null when the agent is gone
 */
record TranscriptView(String runId, String agent, @Nullable String system, List<Entry> messages) {

  /** One message; parts that it does not have are left out. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Entry(
      String role,
      @Nullable String text,
      @Nullable List<Call> toolCalls,
      @Nullable String toolCallId,
      @Nullable String tool) {}

  record Call(String id, String tool, String arguments) {}
}

package io.outlast.tool;

import com.fasterxml.jackson.annotation.JsonValue;

/** Where a tool call stands, by the names of the API. */
public enum ToolCallStatus {
  /** It was written down and is about to be sent, or under way. */
  DISPATCHED("dispatched"),
  SUCCEEDED("succeeded"),
  FAILED("failed"),
  TIMED_OUT("timed_out"),
  CANCELLED("cancelled"),
  /** It may have changed something, and its connection or this service was lost. */
  OUTCOME_UNKNOWN("outcome_unknown");

  private final String wireName;

  ToolCallStatus(String wireName) {
    this.wireName = wireName;
  }

  @JsonValue
  public String wireName() {
    return wireName;
  }
}

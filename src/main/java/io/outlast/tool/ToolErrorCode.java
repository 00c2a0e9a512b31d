package io.outlast.tool;

import com.fasterxml.jackson.annotation.JsonValue;

/** Why a tool call did not succeed, by the names of the API. */
public enum ToolErrorCode {
  /** The tool itself said {@code isError}. */
  TOOL_ERROR("tool_error"),
  /** The server answered with a JSON-RPC error, or unreadably. */
  PROTOCOL_ERROR("protocol_error"),
  /** The call's own limit. */
  TOOL_TIMEOUT("tool_timeout"),
  /** The call's limit of silence. */
  TOOL_IDLE_TIMEOUT("tool_idle_timeout"),
  /** The run's time was up. */
  RUN_TIMEOUT("run_timeout"),
  /** A user cancelled the run. */
  RUN_CANCELLED("run_cancelled"),
  CONNECTION_LOST("connection_lost"),
  SERVER_UNAVAILABLE("server_unavailable"),
  INVALID_ARGUMENTS("invalid_arguments"),
  UNKNOWN_TOOL("unknown_tool"),
  /** This process stopped, or gave the run away, while the call was under way. */
  INTERRUPTED_BY_RESTART("interrupted_by_restart");

  private final String wireName;

  ToolErrorCode(String wireName) {
    this.wireName = wireName;
  }

  @JsonValue
  public String wireName() {
    return wireName;
  }
}

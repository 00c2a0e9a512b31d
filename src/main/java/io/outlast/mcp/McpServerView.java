package io.outlast.mcp;

import io.outlast.tool.ToolSpec;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What can be shown of a server at one moment; nothing in it needs masking any more.
 *
 * @param transport {@code stdio}, {@code streamable-http} or {@code sse}
 * @param state connecting, ready, suspect, backoff, failed or closed
 * @param generation number of the connection in use or being made, or of the last one
 * @param pid process of a stdio server that runs
 * @param url of an HTTP server, without user info
 * @param restarts connections made after the first that worked
 * @param since since when the state holds
 * @param nextAttemptAt set in backoff
 * @param lastError the last thing that went wrong, also when it is over
 * @param inFlight calls sent and not answered
 * @param timings of the connection in use or being made
 * @param tools the tools on offer, also while the server is down
 */
public record McpServerView(
    String name,
    String transport,
    String state,
    long generation,
    @Nullable Long pid,
    @Nullable String url,
    int restarts,
    Instant since,
    @Nullable Instant nextAttemptAt,
    @Nullable LastError lastError,
    int inFlight,
    boolean required,
    Timings timings,
    List<ToolSpec> tools) {

  /**
   * @param lastLines what the server last wrote to stderr
   */
  public record LastError(String message, Instant at, List<String> lastLines) {}
}

package io.outlast.doctor;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An MCP server as it is at this moment.
 *
 * @param state connecting, ready, suspect, backoff, failed or closed
 * @param since since when the state holds
 * @param lastError the last thing that went wrong, also when it is over
 * @param inFlight calls sent and not answered
 * @param timings how long connecting, listing the tools and the last ping took; null for what has
 *     not happened, and for a ping without an answer
 * @param limits the server's own limits by name
 * @param tools the tools on offer, also while the server is down
 */
@JsonInclude(Include.ALWAYS)
public record ServerReport(
    String name,
    String transport,
    boolean required,
    String state,
    long generation,
    @Nullable Long pid,
    @Nullable String url,
    int restarts,
    Instant since,
    @Nullable Instant nextAttemptAt,
    @Nullable LastError lastError,
    int inFlight,
    Timings timings,
    Map<String, LimitReport> limits,
    List<ToolReport> tools) {

  /**
   * What went wrong last.
   *
   * @param stderr what the server last wrote to its standard error
   */
  public record LastError(String message, Instant at, List<String> stderr) {}

  /** Durations as ISO-8601. */
  @JsonInclude(Include.ALWAYS)
  public record Timings(@Nullable String connect, @Nullable String list, @Nullable String ping) {}

  /** Whether calls can be made. */
  public boolean usable() {
    return state.equals("ready") || state.equals("suspect");
  }
}

package io.outlast.settings;

import io.outlast.tool.Effect;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * One MCP server.
 *
 * @param command program of a stdio server
 * @param args its arguments
 * @param env what the child process gets besides PATH, HOME, LANG and TMPDIR
 * @param cwd its working folder; the service's own if left out
 * @param url endpoint of an HTTP server
 * @param headers sent with every HTTP request
 * @param required whether the service is not ready, and runs that need the server fail at once,
 *     while it is down
 * @param startupTimeout spawn or connect, initialize and first tools/list together
 * @param toolTimeout this server's layer of the tool limit; null when it says nothing
 * @param toolIdleTimeout this server's layer of the idle limit; null when it says nothing
 * @param maxConcurrentCalls calls on this server at once, over all runs; 0 for no limit
 * @param trustAnnotations whether the server's readOnlyHint and idempotentHint are believed
 * @param roots file URIs answered to roots/list
 * @param include tool name globs to offer
 * @param exclude tool name globs to leave out, after {@code include}
 * @param tools settings of single tools by name
 */
public record McpServerSettings(
    @DefaultValue("stdio") Transport transport,
    @Nullable String command,
    @DefaultValue List<String> args,
    @DefaultValue Map<String, String> env,
    @Nullable String cwd,
    @Nullable URI url,
    @DefaultValue Map<String, String> headers,
    @DefaultValue("false") boolean required,
    @DefaultValue("30s") Duration startupTimeout,
    @Nullable Duration toolTimeout,
    @Nullable Duration toolIdleTimeout,
    @DefaultValue("0") int maxConcurrentCalls,
    @DefaultValue("true") boolean trustAnnotations,
    @DefaultValue List<URI> roots,
    @DefaultValue Restart restart,
    @DefaultValue("*") List<String> include,
    @DefaultValue List<String> exclude,
    @DefaultValue Map<String, Tool> tools) {

  /** How a server is spoken to. */
  public enum Transport {
    STDIO,
    STREAMABLE_HTTP,
    SSE
  }

  /**
   * Exponential backoff between attempts to connect.
   *
   * @param jitter share of the delay by which it is moved at random, 0 to 1
   */
  public record Restart(
      @DefaultValue("1s") Duration initialBackoff,
      @DefaultValue("60s") Duration maxBackoff,
      @DefaultValue("2") double multiplier,
      @DefaultValue("0.2") double jitter) {}

  /**
   * Settings of one tool; null means that nothing is said.
   *
   * @param effect the operator's word on what a call may do, over the server's annotations
   * @param requestedTimeout the argument by which a model asks for a longer limit
   */
  public record Tool(
      @Nullable Duration timeout,
      @Nullable Duration idleTimeout,
      @Nullable Effect effect,
      @Nullable RequestedTimeout requestedTimeout) {}

  /**
   * @param argument name of the argument that holds the limit the model asks for
   * @param unit its unit
   */
  public record RequestedTimeout(String argument, @DefaultValue("s") TimeoutUnit unit) {}

  /** Units of a requested timeout, by their short names. */
  public enum TimeoutUnit {
    MS,
    S,
    M,
    H
  }
}

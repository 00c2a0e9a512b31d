package io.outlast.settings;

import io.outlast.tool.Effect;
import io.outlast.tool.ToolTimeoutUnit;
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

  public McpServerSettings {
    args = List.copyOf(args);
    env = Checks.copy(env);
    headers = Checks.copy(headers);
    roots = List.copyOf(roots);
    include = List.copyOf(include);
    exclude = List.copyOf(exclude);
    tools = Checks.copy(tools);
    if (transport == Transport.STDIO) {
      Checks.required(
          "command", command, "the program to start; or set transport: streamable-http and url");
    } else {
      Checks.httpUrl("url", Checks.required("url", url, "the server's address"));
    }
    Checks.that(
        !startupTimeout.isZero(), "startup-timeout", "is 0: a start must have an end, as in 30s");
    Checks.notNegative("startup-timeout", startupTimeout);
    Checks.notNegative("tool-timeout", toolTimeout);
    Checks.notNegative("tool-idle-timeout", toolIdleTimeout);
    Checks.atLeast("max-concurrent-calls", 0, maxConcurrentCalls);
    for (URI root : roots) {
      Checks.that(
          "file".equals(root.getScheme()), "roots", "has '" + root + "', which is no file:// URI");
    }
  }

  /** The same server with other values for what holds credentials. */
  McpServerSettings withCredentials(
      Map<String, String> otherHeaders, Map<String, String> otherEnv) {
    return new McpServerSettings(
        transport,
        command,
        args,
        otherEnv,
        cwd,
        url,
        otherHeaders,
        required,
        startupTimeout,
        toolTimeout,
        toolIdleTimeout,
        maxConcurrentCalls,
        trustAnnotations,
        roots,
        restart,
        include,
        exclude,
        tools);
  }

  /** Arguments, environment, headers and URL may hold secrets. */
  @Override
  public String toString() {
    return "McpServerSettings[transport=" + transport + ", command=" + command + "]";
  }

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
      @DefaultValue("0.2") double jitter) {

    public Restart {
      Checks.that(
          initialBackoff.isPositive(), "initial-backoff", "must be longer than 0, as in 1s");
      Checks.that(
          maxBackoff.compareTo(initialBackoff) >= 0,
          "max-backoff",
          "is " + Durations.print(maxBackoff) + ", shorter than initial-backoff");
      Checks.that(
          multiplier >= 1 && multiplier <= 100,
          "multiplier",
          "is " + multiplier + ", must be from 1 to 100");
      Checks.that(jitter >= 0 && jitter <= 1, "jitter", "is " + jitter + ", must be from 0 to 1");
    }
  }

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
      @Nullable RequestedTimeout requestedTimeout) {

    public Tool {
      Checks.notNegative("timeout", timeout);
      Checks.notNegative("idle-timeout", idleTimeout);
    }
  }

  /**
   * @param argument name of the argument that holds the limit the model asks for
   * @param unit its unit
   */
  public record RequestedTimeout(String argument, @DefaultValue("s") ToolTimeoutUnit unit) {

    public RequestedTimeout {
      Checks.required("argument", argument, "the argument that holds the limit");
    }
  }
}

package io.outlast.settings;

import io.outlast.tool.Effect;
import io.outlast.tool.ToolTimeoutUnit;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * One MCP server.
 *
 * @param transport {@code stdio}, {@code streamable-http} or {@code sse}
 * @param command stdio: the program
 * @param args stdio: its arguments
 * @param env stdio: the child gets this, {@code PATH}, {@code HOME}, {@code LANG}, {@code TMPDIR}
 *     and nothing else; read again for each connection
 * @param cwd stdio: the child's working directory; the service's if left out
 * @param url HTTP: where it is
 * @param headers HTTP: sent with every request; read again for each connection
 * @param required while it is down the service is not ready, and runs that need it fail at once
 * @param startupTimeout spawn or connect, {@code initialize} and the first {@code tools/list},
 *     together
 * @param toolTimeout this server's layer of the limit
 * @param toolIdleTimeout this server's layer of the idle limit
 * @param maxConcurrentCalls calls on this server at once; those above it wait inside their own
 *     deadline
 * @param trustAnnotations believe the server's {@code readOnlyHint}, {@code idempotentHint}, {@code
 *     destructiveHint}
 * @param roots {@code file://} URIs answered to {@code roots/list}; when empty the capability is
 *     not declared
 * @param include tool names to offer, with {@code *}
 * @param exclude tool names to leave out, after {@code include}
 * @param tools settings of single tools by name
 */
@ConfigurationPropertiesSource
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
    for (String tool : tools.keySet()) {
      Checks.that(
          tool.indexOf('*') < 0,
          "tools",
          "has the key '" + tool + "': name one tool; tool-timeout is for all of them");
    }
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
   * @param initialBackoff wait before the second attempt; the first is at once
   * @param maxBackoff longest wait
   * @param multiplier growth of the wait
   * @param jitter share of the wait by which it is moved at random, 0 to 1
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
   * @param timeout this tool's limit
   * @param idleTimeout this tool's idle limit
   * @param effect {@code read-only}, {@code idempotent} or {@code side-effecting}: your word, over
   *     the server's hints
   * @param requestedTimeout the argument by which a model asks for a longer limit
   */
  @ConfigurationPropertiesSource
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
   * @param argument the argument in which the model asks for a longer limit
   * @param unit its unit: {@code ms}, {@code s}, {@code m}, {@code h}
   */
  public record RequestedTimeout(String argument, @DefaultValue("s") ToolTimeoutUnit unit) {

    public RequestedTimeout {
      Checks.required("argument", argument, "the argument that holds the limit");
    }
  }
}

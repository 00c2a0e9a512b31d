package io.outlast.telemetry;

/**
 * Names of spans, events, metrics and attributes. Those of OpenTelemetry's semantic conventions for
 * generative AI and MCP (opentelemetry.io/docs/specs/semconv/gen-ai) where there is one, else our
 * own under {@code outlast.}.
 */
public final class Conventions {

  /** Metric of model calls; their spans are named {@code chat MODEL}. */
  public static final String MODEL_DURATION = "gen_ai.client.operation.duration";

  /** Metric of tool calls; their spans are named {@code execute_tool TOOL}. */
  public static final String TOOL_DURATION = "mcp.client.operation.duration";

  /** Metric of one start of a run; its span is named {@code invoke_agent AGENT}. */
  public static final String RUN_DURATION = "outlast.run.duration";

  public static final String OPERATION = "gen_ai.operation.name";
  public static final String INVOKE_AGENT = "invoke_agent";
  public static final String CHAT = "chat";
  public static final String EXECUTE_TOOL = "execute_tool";

  public static final String AGENT = "gen_ai.agent.name";
  public static final String MODEL = "gen_ai.request.model";
  public static final String INPUT_TOKENS = "gen_ai.usage.input_tokens";
  public static final String OUTPUT_TOKENS = "gen_ai.usage.output_tokens";
  public static final String TOOL = "gen_ai.tool.name";
  public static final String TOOL_CALL = "gen_ai.tool.call.id";
  public static final String MCP_METHOD = "mcp.method.name";
  public static final String REQUEST = "jsonrpc.request.id";
  public static final String ERROR_TYPE = "error.type";

  public static final String SERVER = "outlast.mcp.server";
  public static final String RUN = "outlast.run.id";
  public static final String ATTEMPT = "outlast.run.attempt";
  public static final String TURN = "outlast.turn";
  public static final String ATTEMPTS = "outlast.tool.attempts";
  public static final String DELIVERY = "outlast.tool.delivery";
  public static final String LIMIT = "outlast.tool.limit";
  public static final String LIMIT_SOURCE = "outlast.tool.limit.source";

  /** Event on the span of a tool call whose limit was reached. */
  public static final String TOOL_TIMEOUT_EVENT = "mcp.tool_call.timeout";

  /** Value of {@link #ERROR_TYPE} where there was no error: a metric's keys never vary. */
  public static final String NO_ERROR = "none";

  private Conventions() {}
}

package io.outlast.mcp;

import static java.util.regex.Pattern.CASE_INSENSITIVE;

import io.modelcontextprotocol.spec.McpSchema.ErrorCodes;
import io.outlast.tool.Delivery;
import java.util.Map;
import java.util.regex.Pattern;

/** How a request to a server ended, other than by being given up. */
sealed interface Answer {

  /** The result as received. */
  record Result(Map<String, Object> result) implements Answer {}

  /** A JSON-RPC error, or a result that is no object. */
  record Failure(int code, String message) implements Answer {

    private static final Pattern UNKNOWN =
        Pattern.compile("unknown|not found|no such|not exist|not available", CASE_INSENSITIVE);

    /** Whether the tool seems to have vanished, as far as the wording of servers tells. */
    boolean saysUnknownTool() {
      return (code == ErrorCodes.INVALID_PARAMS || code == ErrorCodes.METHOD_NOT_FOUND)
          && UNKNOWN.matcher(message).find();
    }
  }

  /**
   * Connection or exchange ended under it.
   *
   * @param turnedAway the connection was gone already when it was to be sent, so it is worth asking
   *     for the next one
   */
  record Lost(String cause, Delivery delivery, boolean turnedAway) implements Answer {

    /** The same of a request of which nothing had left. */
    Lost unsent() {
      return new Lost(cause, Delivery.NOT_SENT, turnedAway);
    }

    static Lost under(String cause, Delivery delivery) {
      return new Lost(cause, delivery, false);
    }

    static Lost before(String cause) {
      return new Lost(cause, Delivery.NOT_SENT, true);
    }
  }
}

package io.outlast.mcp;

import io.outlast.tool.Delivery;
import java.util.Map;

/** How a request to a server ended, other than by being given up. */
sealed interface Answer {

  /** The result as received. */
  record Result(Map<String, Object> result) implements Answer {}

  /** A JSON-RPC error, or a result that is no object. */
  record Failure(int code, String message) implements Answer {}

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

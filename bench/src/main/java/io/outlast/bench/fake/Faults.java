package io.outlast.bench.fake;

import io.vertx.core.json.JsonObject;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What goes wrong with which share of the tool calls, each from 0 to 1.
 *
 * @param error the server answers with a JSON-RPC error
 * @param close the connection is closed, over stdio the server ends
 * @param hang there is never an answer
 * @param late the answer takes a second
 */
record Faults(double error, double close, double hang, double late) {

  static final Faults NONE = new Faults(0, 0, 0, 0);

  /** What happens to one call. */
  enum Fate {
    ANSWER,
    ERROR,
    CLOSE,
    HANG,
    LATE
  }

  static Faults of(JsonObject json) {
    return new Faults(
        json.getDouble("error", 0.0), json.getDouble("close", 0.0), json.getDouble("hang", 0.0), json.getDouble("late", 0.0));
  }

  Fate draw() {
    if (this == NONE) {
      return Fate.ANSWER;
    }
    double at = ThreadLocalRandom.current().nextDouble();
    if ((at -= error) < 0) {
      return Fate.ERROR;
    }
    if ((at -= close) < 0) {
      return Fate.CLOSE;
    }
    if ((at -= hang) < 0) {
      return Fate.HANG;
    }
    return at - late < 0 ? Fate.LATE : Fate.ANSWER;
  }
}

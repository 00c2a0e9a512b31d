package io.outlast.bench.report;

import io.vertx.core.json.JsonObject;
import java.util.List;

/** What is told of the start. */
final class StartBlock {

  private StartBlock() {}

  static String start(JsonObject results) {
    JsonObject result = results.getJsonObject("start");
    if (result == null) {
      return "";
    }
    Table table = new Table("AOT cache", "ready after, ms: median", "slowest", "CPU ms", "idle RSS MB");
    for (String cache : List.of("with", "without")) {
      JsonObject starts = result.getJsonObject(cache);
      table.add(
          cache,
          starts.getLong("medianMillis"),
          starts.getLong("slowestMillis"),
          starts.getLong("medianCpuMillis"),
          starts.getLong("idleRssMb"));
    }
    return table.toString();
  }
}

package io.outlast.bench;

import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;

/** A run hangs in a tool on one of two replicas; the other is asked to cancel it. The time from the request to the end of the run. */
record CancelElsewhere(int runs) implements Case {

  @Override
  public JsonObject measure(Path jar) {
    try (Stage stage = new Stage(jar, "cancel")) {
      Database database = stage.database();
      Outlast.Setup setup = stage.setup("service", database);
      Outlast[] replicas = {stage.start(setup), stage.start(setup)};
      Histogram times = new Histogram(3);
      int elsewhere = 0;
      for (int i = 0; elsewhere < runs; i++) {
        int submitted = replicas[i % 2].port();
        String id =
            Stage.post(submitted, "/v1/runs", new JsonObject().put("agent", "bench").put("input", "seconds=-1"))
                .getString("id");
        while (database.number("select count(*) from tool_call where run_id = '" + id + "'") == 0) {
          Thread.onSpinWait();
        }
        // The one that took the request nearly always takes the run, too.
        int other = replicas[(i + 1) % 2].port();
        String owner = Stage.get(submitted, "/v1/runs/" + id).getString("owner");
        boolean first = i < 2;
        long began = System.nanoTime();
        Stage.post(other, "/v1/runs/" + id + "/cancel", new JsonObject());
        JsonObject ended = Stage.get(submitted, "/v1/runs/" + id + "/wait?timeout=30s");
        if (!"cancelled".equals(ended.getString("status"))) {
          throw new IllegalStateException(ended.encode());
        }
        if (!first && owner != null) {
          times.recordValue((System.nanoTime() - began) / 1000);
          elsewhere++;
        }
      }
      return new JsonObject()
          .put("runs", runs)
          .put("p50Millis", times.getValueAtPercentile(50) / 1000.0)
          .put("p99Millis", times.getValueAtPercentile(99) / 1000.0)
          .put("maxMillis", times.getMaxValue() / 1000.0)
          .put("cancelledAtServer", stage.fakes().getLong("cancelled"));
    }
  }
}

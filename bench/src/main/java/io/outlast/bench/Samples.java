package io.outlast.bench;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** Values over time, in minutes, and whether they grow. */
final class Samples {

  private record Sample(double minute, JsonObject values) {}

  private final List<Sample> all = new ArrayList<>();

  void add(double minute, JsonObject values) {
    all.add(new Sample(minute, values));
  }

  JsonArray all() {
    JsonArray array = new JsonArray();
    all.forEach(sample -> array.add(sample.values().copy().put("minute", Math.round(sample.minute() * 100) / 100.0)));
    return array;
  }

  /** For each value the slope after warm-up, a third of the time. */
  JsonObject slopes() {
    List<Sample> warm = all.subList(all.size() / 3, all.size());
    JsonObject slopes = new JsonObject();
    if (!warm.isEmpty()) {
      warm.getFirst().values().fieldNames().forEach(name -> slopes.put(name, slope(warm, name)));
    }
    return slopes;
  }

  private static JsonObject slope(List<Sample> samples, String name) {
    double[] x = samples.stream().mapToDouble(Sample::minute).toArray();
    double[] y = samples.stream().mapToDouble(sample -> sample.values().getDouble(name)).toArray();
    double meanX = mean(x);
    double meanY = mean(y);
    double xy = 0;
    double xx = 0;
    for (int i = 0; i < x.length; i++) {
      xy += (x[i] - meanX) * (y[i] - meanY);
      xx += (x[i] - meanX) * (x[i] - meanX);
    }
    double slope = xx == 0 ? 0 : xy / xx;
    double squares = 0;
    for (int i = 0; i < x.length; i++) {
      double off = y[i] - meanY - slope * (x[i] - meanX);
      squares += off * off;
    }
    double stray = Math.sqrt(squares / Math.max(1, x.length - 2));
    double error = xx == 0 ? 0 : stray / Math.sqrt(xx);
    double grown = slope * (x[x.length - 1] - x[0]);
    return new JsonObject()
        .put("mean", round(meanY))
        .put("perMinute", round(slope))
        .put("standardError", round(error))
        .put("grown", round(grown))
        .put("stray", round(stray));
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return values.length == 0 ? 0 : sum / values.length;
  }

  private static double round(double value) {
    return Math.round(value * 1000) / 1000.0;
  }
}

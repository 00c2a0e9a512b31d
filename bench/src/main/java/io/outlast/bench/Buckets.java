package io.outlast.bench;

import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A histogram as Prometheus has it: how many were at most so many seconds. */
record Buckets(Map<Double, Double> atMost) {

  private static final Pattern LE = Pattern.compile("le=\"([^\"]+)\".*\\} (\\S+)$");

  static Buckets of(int port, String name) {
    Map<Double, Double> atMost = new TreeMap<>();
    Stage.text(port, "/actuator/prometheus")
        .lines()
        .filter(line -> line.startsWith(name + "_bucket"))
        .map(LE::matcher)
        .filter(Matcher::find)
        .forEach(
            line ->
                atMost.merge(
                    line.group(1).equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(line.group(1)),
                    Double.parseDouble(line.group(2)),
                    Double::sum));
    return new Buckets(atMost);
  }

  /** What came since then; each is the upper end of its bucket. */
  JsonObject millisSince(Buckets before) {
    double all = since(before, Double.POSITIVE_INFINITY);
    return new JsonObject()
        .put("calls", (long) all)
        .put("p50Millis", millis(before, all * 0.5))
        .put("p99Millis", millis(before, all * 0.99))
        .put("maxMillis", millis(before, all));
  }

  private double since(Buckets before, double limit) {
    return atMost.getOrDefault(limit, 0.0) - before.atMost.getOrDefault(limit, 0.0);
  }

  private double millis(Buckets before, double count) {
    return atMost.keySet().stream()
        .filter(limit -> since(before, limit) >= count)
        .findFirst()
        .map(limit -> Math.round(limit * 10_000) / 10.0)
        .orElse(0.0);
  }
}

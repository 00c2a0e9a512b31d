package io.outlast.bench;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is reachable in a heap, by class; a full collection goes before. */
record Histogram(Map<String, Row> rows) {

  private static final Pattern LINE = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+).*");

  /** Instances of one class. */
  record Row(long instances, long bytes) {}

  static Histogram of(Jvm jvm) {
    Map<String, Row> rows = new LinkedHashMap<>();
    jvm.command("GC.class_histogram")
        .lines()
        .map(LINE::matcher)
        .filter(Matcher::matches)
        .forEach(line -> rows.put(line.group(3), new Row(Long.parseLong(line.group(1)), Long.parseLong(line.group(2)))));
    return new Histogram(rows);
  }

  long bytes() {
    return rows.values().stream().mapToLong(Row::bytes).sum();
  }

  long instances(String type) {
    Row row = rows.get(type);
    return row == null ? 0 : row.instances();
  }

  /** The classes that grew most, with what of each there is for one of {@code count}. */
  JsonArray growth(Histogram before, int count, int most) {
    JsonArray all = new JsonArray();
    rows.entrySet().stream()
        .map(row -> Map.entry(row.getKey(), grown(row.getValue(), before.rows.get(row.getKey()))))
        .sorted((a, b) -> Long.compare(b.getValue().bytes(), a.getValue().bytes()))
        .limit(most)
        .forEach(
            row ->
                all.add(
                    new JsonObject()
                        .put("class", row.getKey())
                        .put("perRun", Math.round(row.getValue().instances() * 10.0 / count) / 10.0)
                        .put("bytesPerRun", row.getValue().bytes() / count)));
    return all;
  }

  private static Row grown(Row now, Row before) {
    return before == null ? now : new Row(now.instances() - before.instances(), now.bytes() - before.bytes());
  }
}

package io.outlast.bench.report;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** What is told of Outlast by itself. */
final class MoreBlocks {

  private MoreBlocks() {}

  static String reconnect(JsonObject results) {
    Table table =
        new Table("server", "", "losses", "runs", "not completed", "runs/s", "before", "p99 ms", "before", "most ms", "");
    boolean any = false;
    for (String name : List.of("reconnect-http", "reconnect-stdio")) {
      JsonObject result = results.getJsonObject(name);
      if (result == null) {
        continue;
      }
      any = true;
      for (Object each : result.getJsonArray("contestants")) {
        JsonObject one = (JsonObject) each;
        table.add(
            result.getString("transport").equals("HTTP") ? "HTTP" : "stdio",
            one.getString("contestant"),
            one.getLong("losses"),
            one.getLong("runs"),
            one.getLong("notCompleted"),
            one.getLong("runsPerSecond"),
            one.getLong("calmRunsPerSecond"),
            one.getLong("p99Millis"),
            one.getLong("calmP99Millis"),
            one.getLong("maxMillis"),
            one.containsKey("runs") ? "" : one.getString("problem"));
      }
    }
    return any ? table.toString() : "";
  }

  static String fanOut(JsonObject results) {
    StringBuilder text = new StringBuilder();
    JsonObject fanOut = results.getJsonObject("fan-out");
    if (fanOut != null) {
      Table table =
          new Table(
              "one run, " + fanOut.getInteger("readers") + " readers",
              "events",
              "arrivals/s",
              "p50 ms",
              "p99 ms",
              "most ms",
              "processors",
              "readers that missed one or saw one twice");
      for (Object each : fanOut.getJsonArray("paces")) {
        JsonObject pace = (JsonObject) each;
        int pause = pace.getInteger("pauseMillis");
        table.add(
            pause == 0 ? "as fast as it goes" : "a pause of " + pause + " ms a turn",
            pace.getInteger("events"),
            pace.getLong("arrivalsPerSecond"),
            pace.getDouble("p50Millis"),
            pace.getDouble("p99Millis"),
            pace.getDouble("maxMillis"),
            pace.getDouble("processors"),
            pace.getLong("readersWithGapsOrDoubles"));
      }
      text.append(table).append('\n');
    }
    Table table = new Table("500 readers and 50 runs", "events/s", "connections/s", "p50 ms", "p99 ms", "most ms", "readers that missed one or saw one twice");
    boolean any = false;
    for (String name : List.of("storm-one", "storm-two")) {
      JsonObject storm = results.getJsonObject(name);
      if (storm != null) {
        any = true;
        table.add(
            name.equals("storm-one") ? "in one process, H2" : "in two processes, PostgreSQL",
            storm.getLong("eventsPerSecond"),
            storm.getLong("connectionsPerSecond"),
            storm.getDouble("p50Millis"),
            storm.getDouble("p99Millis"),
            storm.getDouble("maxMillis"),
            storm.getLong("readersWithGapsOrDoubles"));
      }
    }
    return any ? text.append(table).toString() : text.toString();
  }

  static String queued(JsonObject results) {
    Table table = new Table("database", "runs", "handed in within s", "done after s", "most that waited", "live heap MB before", "most", "after");
    boolean any = false;
    for (String name : List.of("queued-h2", "queued-postgres")) {
      JsonObject queued = results.getJsonObject(name);
      if (queued != null) {
        any = true;
        table.add(
            queued.getString("database"),
            queued.getInteger("runs"),
            queued.getDouble("submittedInSeconds"),
            queued.getDouble("drainedInSeconds"),
            queued.getLong("deepest"),
            queued.getLong("liveHeapMbBefore"),
            queued.getLong("liveHeapMbMost"),
            queued.getLong("liveHeapMbAfter"));
      }
    }
    return any ? table.toString() : "";
  }

  static String replicas(JsonObject results) {
    Table table = new Table("what", "figure");
    JsonObject killed = results.getJsonObject("killed");
    JsonObject cancel = results.getJsonObject("cancel-elsewhere");
    JsonObject rolling = results.getJsonObject("rolling-restarts");
    if (killed == null && cancel == null && rolling == null) {
      return "";
    }
    if (killed != null) {
      table.add(
          "one of two killed with %d runs in their tools".formatted(killed.getInteger("runs")),
          "the last of %d runs went on after %s s; %d lost, %d not completed, %d side effects doubled"
              .formatted(
                  killed.getLong("underWay"),
                  Table.text(killed.getDouble("lastResumedAfterSeconds")),
                  killed.getLong("lost"),
                  killed.getLong("notCompleted"),
                  killed.getLong("doubled")));
    }
    if (cancel != null) {
      table.add(
          "a run in a tool on one replica, cancelled through the other, %d times".formatted(cancel.getInteger("runs")),
          "from the request to the run's end: p50 %s ms, p99 %s ms; %d calls cancelled at their server"
              .formatted(
                  Table.text(cancel.getDouble("p50Millis")), Table.text(cancel.getDouble("p99Millis")), cancel.getLong("cancelledAtServer")));
    }
    if (rolling != null) {
      table.add(
          "two replicas stopped and started in turn, %d times, under load".formatted(rolling.getInteger("restarts")),
          "%s runs: %d lost, %d not completed, %d side effects doubled; %d went on in another process; the longest stop took %s s"
              .formatted(
                  Table.text(rolling.getLong("runs")),
                  rolling.getLong("lost"),
                  rolling.getLong("notCompleted"),
                  rolling.getLong("doubled"),
                  rolling.getLong("resumed"),
                  Table.text(rolling.getLong("longestStopMillis") / 1000.0)));
    }
    return table.toString();
  }

  static String micro(JsonObject results) {
    JsonObject micro = results.getJsonObject("micro");
    if (micro == null) {
      return "";
    }
    Table table = new Table("operation", "µs", "±", "bytes allocated");
    micro.forEach(
        each -> {
          if (each.getValue() instanceof JsonObject one && one.containsKey("microseconds")) {
            table.add("`" + each.getKey() + "`", one.getDouble("microseconds"), one.getDouble("error"), one.getLong("bytes"));
          }
        });
    return table.toString();
  }

  static String soak(JsonObject results, Report.Charts charts) {
    StringBuilder text = new StringBuilder();
    for (String name : List.of("soak-h2", "soak-postgres")) {
      JsonObject soak = results.getJsonObject(name);
      if (soak == null) {
        continue;
      }
      JsonObject ended = soak.getJsonObject("ended");
      text.append(
          "\n%s, %d minutes: %s runs handed in, %s completed, %s not; %s faults. Left at the server: %d exchanges, %d calls.\n\n"
              .formatted(
                  soak.getString("database"),
                  soak.getInteger("minutes"),
                  Table.text(soak.getLong("runs")),
                  Table.text(ended.getLong("completed")),
                  Table.text(ended.getLong("failed") + ended.getLong("timed_out") + ended.getLong("cancelled")),
                  Table.text(soak.getLong("faults")),
                  soak.getLong("openAfter"),
                  soak.getLong("pendingAfter")));
      Table table = new Table("after warm-up", "mean", "grown over the rest", "samples stray by", "a minute", "±");
      Lines lines = new Lines("Soak on " + soak.getString("database"));
      JsonArray samples = soak.getJsonArray("samples");
      double[] minutes = column(samples, "minute");
      soak.getJsonObject("slopes")
          .forEach(
              each -> {
                JsonObject slope = (JsonObject) each.getValue();
                table.add(
                    each.getKey(),
                    slope.getDouble("mean"),
                    slope.getDouble("grown"),
                    slope.getDouble("stray"),
                    slope.getDouble("perMinute"),
                    slope.getDouble("standardError"));
                lines.panel(each.getKey(), minutes, column(samples, each.getKey()));
              });
      text.append(table).append(charts.put(name, "Soak on " + soak.getString("database"), lines.svg()));
    }
    return text.toString();
  }

  private static double[] column(JsonArray samples, String name) {
    return samples.stream().mapToDouble(sample -> ((JsonObject) sample).getDouble(name)).toArray();
  }
}

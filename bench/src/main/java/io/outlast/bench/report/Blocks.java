package io.outlast.bench.report;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** What is told of the machine, and of Outlast beside others. */
final class Blocks {

  private Blocks() {}

  static String machine(JsonObject results) {
    JsonObject machine = results.getJsonObject("machine", new JsonObject());
    List<String> versions = new ArrayList<>();
    machine.getJsonObject("peers", new JsonObject()).forEach(peer -> versions.add(peer.getKey() + " " + peer.getValue()));
    return "%d cores (%s), %d GB, %s, Java %s. Peers: %s.\n"
        .formatted(
            machine.getInteger("cores", 0),
            machine.getString("processor", "unknown"),
            machine.getInteger("memoryGb", 0),
            machine.getString("os", ""),
            machine.getString("java", ""),
            String.join(", ", versions));
  }

  static String shortRuns(JsonObject results, Report.Charts charts) {
    StringBuilder text = new StringBuilder();
    Bars bars = new Bars("Short runs per second");
    for (String name : List.of("short-h2", "short-postgres")) {
      JsonObject result = results.getJsonObject(name);
      if (result == null) {
        continue;
      }
      Table table =
          new Table("users", "", "runs/s", "of the floor", "p50 ms", "p99 ms", "CPU ms / 1,000 runs", "database CPU ms / 1,000 runs");
      JsonObject levels = result.getJsonObject("levels");
      for (String users : levels.fieldNames()) {
        for (String who : levels.getJsonObject(users).fieldNames()) {
          JsonObject level = levels.getJsonObject(users).getJsonObject(who);
          table.add(
              users,
              who,
              level.getDouble("runsPerSecond"),
              Table.text(level.getDouble("percentOfFloor")) + " %",
              level.getDouble("p50Millis"),
              level.getDouble("p99Millis"),
              level.getLong("cpuMillisPer1000"),
              level.getLong("databaseCpuMillisPer1000"));
        }
      }
      text.append("\nOutlast on ").append(result.getString("database")).append(":\n\n").append(table);
      if (result.containsKey("statements")) {
        text.append(
            "\nStatements of one run: %s, in %s transactions.\n"
                .formatted(
                    Table.text(result.getJsonObject("statements").getDouble("perRun")),
                    Table.text(result.getJsonObject("statements").getDouble("transactionsPerRun"))));
      }
      text.append("\nWhere Outlast's processor time goes, in percent of the samples: ").append(shares(result)).append(".\n");
      bars.group("64 users, Outlast on " + result.getString("database"));
      JsonObject most = levels.getJsonObject("64", new JsonObject());
      most.forEach(
          who -> {
            JsonObject level = (JsonObject) who.getValue();
            bars.bar(
                who.getKey(),
                level.getDouble("runsPerSecond"),
                Table.text(level.getDouble("runsPerSecond")) + " (" + Table.text(level.getDouble("percentOfFloor")) + " %)");
          });
    }
    return text + charts.put("short", "Short runs per second", bars.svg());
  }

  private static String shares(JsonObject result) {
    List<String> parts = new ArrayList<>();
    result.getJsonObject("profile").forEach(part -> parts.add(part.getKey() + " " + Table.text(part.getValue())));
    return String.join(", ", parts);
  }

  static String waiting(JsonObject results, Report.Charts charts) {
    StringBuilder text = new StringBuilder();
    Bars bars = new Bars("KB of resident memory for one run that waits in a tool");
    for (String name : List.of("waiting-http", "waiting-stdio")) {
      JsonObject result = results.getJsonObject(name);
      if (result == null) {
        continue;
      }
      String transport = result.getString("transport").equals("HTTP") ? "HTTP" : "stdio";
      Table table =
          new Table(
              "runs",
              "",
              "waiting at once",
              "not completed",
              "s beyond the tool's time",
              "RSS MB before",
              "waiting",
              "most",
              "KB a run",
              "reachable KB a run",
              "threads");
      String last = "";
      for (Object each : result.getJsonArray("levels")) {
        JsonObject level = (JsonObject) each;
        String runs = Table.text(level.getInteger("runs"));
        table.add(
            runs,
            level.getString("contestant"),
            level.getLong("waitingAtOnce"),
            level.getLong("notCompleted"),
            level.getDouble("secondsBeyondTool"),
            level.getLong("rssMbBefore"),
            level.getLong("rssMbWaiting"),
            level.getLong("rssMbPeak"),
            level.getDouble("kbPerRun"),
            level.getDouble("reachableKbPerRun"),
            level.getLong("threads"));
        if (!runs.equals(last)) {
          bars.group(runs + " over " + transport);
          last = runs;
        }
        bars.bar(level.getString("contestant"), level.getDouble("kbPerRun"), Table.text(level.getDouble("kbPerRun")) + " KB");
      }
      text.append("\nOver ").append(transport).append(":\n\n").append(table);
    }
    return text + charts.put("waiting", "Memory of a waiting run", bars.svg());
  }

  static String hung(JsonObject results, Report.Charts charts) {
    StringBuilder text = new StringBuilder();
    Bars bars = new Bars("Hung calls: what the server still holds after the deadline");
    for (String name : List.of("hung-http", "hung-stdio")) {
      JsonObject result = results.getJsonObject(name);
      if (result == null) {
        continue;
      }
      String transport = result.getString("transport").equals("HTTP") ? "HTTP" : "stdio";
      Table table =
          new Table("calls", "", "beyond the limit, ms: p50", "p99", "most", "cancelled", "exchanges left", "calls left", "handles left");
      for (Object each : result.getJsonArray("levels")) {
        JsonObject level = (JsonObject) each;
        JsonObject overshoot = level.getJsonObject("overshoot");
        table.add(
            level.getInteger("calls"),
            level.getString("contestant"),
            overshoot.getDouble("p50Millis"),
            overshoot.getDouble("p99Millis"),
            overshoot.getDouble("maxMillis"),
            level.getLong("cancelled"),
            level.getLong("exchangesLeft"),
            level.getLong("pendingLeft"),
            level.getLong("handlesLeft"));
      }
      text.append("\nOver ").append(transport).append(":\n\n").append(table);
      text.append(left(result.getJsonArray("levels"), transport, bars));
    }
    return text + charts.put("hung", "What hung calls leave at the server", bars.svg());
  }

  private static String left(JsonArray levels, String transport, Bars bars) {
    int last = 0;
    for (Object each : levels) {
      JsonObject level = (JsonObject) each;
      if (level.getInteger("calls") != last) {
        last = level.getInteger("calls");
        bars.group(Table.text(last) + " calls over " + transport);
      }
      bars.bar(level.getString("contestant"), level.getLong("pendingLeft"), Table.text(level.getLong("pendingLeft")));
    }
    return "";
  }
}

package io.outlast.bench;

import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Runs of two model calls and one tool call over HTTP, by users that wait for their runs' ends. The database's share is the processor time of its
 * processes; H2 has none of its own, so its share is the part of the samples of a flight recording that are in it.
 *
 * @param postgres rather than H2
 */
record ShortRuns(boolean postgres, int runs) implements Case {

  private static final Duration TOOL_TIMEOUT = Duration.ofSeconds(30);
  private static final int ROUNDS = 3;
  private static final int[] USERS = {1, 16, 64};

  @Override
  public JsonObject measure(Path jar) {
    try (Stage stage = new Stage(jar, "short")) {
      Database database = postgres ? stage.database() : null;
      Hosted service = Hosted.start(stage, stage.setup("service", database));
      List<Contestant> all = contestants(stage, service);
      for (Contestant contestant : all) {
        contestant.run(64, runs, "seconds=0");
      }
      JsonObject levels = new JsonObject();
      for (int users : USERS) {
        levels.put("" + users, level(all, service, database, users));
      }
      JsonObject result =
          new JsonObject()
              .put("database", postgres ? "PostgreSQL" : "H2")
              .put("startMillis", service.outlast().startMillis())
              .put("levels", levels);
      String kept = System.getProperty("bench.recording");
      Path recording = kept == null ? stage.dir().resolve("profile.jfr") : Path.of(kept).toAbsolutePath();
      service.jvm().command("JFR.start", "settings=profile", "filename=" + recording);
      if (postgres) {
        result.put("statements", statements(database, service.load()));
      } else {
        service.run(64, runs, "seconds=0");
      }
      service.jvm().command("JFR.dump", "filename=" + recording);
      return result.put("profile", Profile.of(recording));
    }
  }

  private static List<Contestant> contestants(Stage stage, Hosted service) {
    List<Supplier<Contestant>> all = new ArrayList<>();
    for (PeerProcess.Kind kind : PeerProcess.Kind.values()) {
      all.add(() -> PeerProcess.start(kind, stage, Transport.HTTP, TOOL_TIMEOUT));
    }
    all.add(() -> service);
    return Contestants.chosen(all).stream().map(Supplier::get).toList();
  }

  /** Each in turn, some rounds of it, so that what else the machine does meets all of them; the median round of each counts. */
  private JsonObject level(List<Contestant> all, Hosted service, Database database, int users) {
    int count = Math.max(users, (users == 1 ? runs / 4 : runs) / ROUNDS);
    Map<Contestant, List<JsonObject>> rounds = new LinkedHashMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      for (Contestant contestant : all) {
        rounds
            .computeIfAbsent(contestant, it -> new ArrayList<>())
            .add(round(contestant, contestant == service ? database : null, users, count));
      }
    }
    JsonObject level = new JsonObject();
    double floor = 0;
    for (Map.Entry<Contestant, List<JsonObject>> each : rounds.entrySet()) {
      JsonObject median =
          each.getValue().stream()
              .sorted(Comparator.comparingDouble(it -> it.getDouble("runsPerSecond")))
              .toList()
              .get(ROUNDS / 2);
      floor = floor == 0 ? median.getDouble("runsPerSecond") : floor;
      median.put("percentOfFloor", Math.round(median.getDouble("runsPerSecond") * 1000 / floor) / 10.0);
      level.put(each.getKey().name(), median);
      System.err.println(users + " " + each.getKey().name() + " " + median.encode());
    }
    return level;
  }

  private static JsonObject round(Contestant contestant, Database database, int users, int count) {
    Proc proc = contestant.jvm().proc();
    long all = proc.cpuMillis();
    long compiling = proc.compilerMillis();
    long stored = database == null ? 0 : database.proc().cpuMillis();
    Load.Seen seen = contestant.run(users, count, "seconds=0");
    JsonObject round =
        new JsonObject()
            .put("runs", count)
            .put("notCompleted", seen.notCompleted())
            .put("runsPerSecond", Math.round(seen.perSecond() * 10) / 10.0)
            .put("p50Millis", seen.p50() / 1000.0)
            .put("p99Millis", seen.p99() / 1000.0)
            .put("cpuMillisPer1000", (proc.cpuMillis() - all) * 1000 / count)
            .put("compilerCpuMillisPer1000", (proc.compilerMillis() - compiling) * 1000 / count);
    if (seen.problem() != null) {
      round.put("problem", seen.problem());
    }
    if (database != null) {
      round.put("databaseCpuMillisPer1000", (database.proc().cpuMillis() - stored) * 1000 / count);
    }
    return round;
  }

  /** How many statements the database was sent for a run, as it counts them itself. */
  private JsonObject statements(Database database, Load load) {
    database.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
    database.execute("SELECT pg_stat_statements_reset()");
    load.run(64, runs, "seconds=0");
    long calls = database.number("SELECT sum(calls) FROM pg_stat_statements WHERE query NOT ILIKE 'begin%' AND query NOT ILIKE 'commit%'");
    System.err.println(
        database.table(
            "SELECT calls, round(total_exec_time::numeric), left(regexp_replace(query, '\\s+', ' ', 'g'), 150)"
                + " FROM pg_stat_statements ORDER BY calls DESC LIMIT 30"));
    return new JsonObject()
        .put("perRun", Math.round(calls * 10.0 / runs) / 10.0)
        .put("transactionsPerRun", Math.round(
            database.number("SELECT coalesce(sum(calls), 0) FROM pg_stat_statements WHERE query ILIKE 'begin%'") * 10.0 / runs) / 10.0);
  }
}

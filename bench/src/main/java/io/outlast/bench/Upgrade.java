package io.outlast.bench;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Runs at a steady rate on a service that others upgrade meanwhile, then what became of each: {@code --url URL --fakes URL [--key KEY] [--rate 20] [--input seconds=0.3]}.
 * It goes on until its standard input ends. The service has an agent {@code bench} with the model and the tool of {@link io.outlast.bench.fake.Fakes}, which must be new:
 * their marks are counted.
 */
public final class Upgrade {

  private static final Set<String> ENDED = Set.of("completed", "failed", "cancelled", "timed_out");

  private final Api service;
  private final Api fakes;

  private Upgrade(Api service, Api fakes) {
    this.service = service;
    this.fakes = fakes;
  }

  public static void main(String[] args) throws Exception {
    Map<String, String> options = new TreeMap<>(Map.of("--rate", "20", "--input", "seconds=0.3"));
    for (int i = 0; i + 1 < args.length; i += 2) {
      options.put(args[i], args[i + 1]);
    }
    if (!options.containsKey("--url") || !options.containsKey("--fakes")) {
      System.err.println("Give --url and --fakes");
      System.exit(2);
    }
    Upgrade upgrade =
        new Upgrade(new Api(options.get("--url"), options.get("--key")), new Api(options.get("--fakes"), null));
    SteadyRate clients = new SteadyRate(Integer.parseInt(options.get("--rate")), options.get("--input"), upgrade.service);
    while (System.in.read() >= 0) {
      System.err.printf("%s %d accepted, refused %s%n", LocalTime.now().truncatedTo(ChronoUnit.SECONDS), clients.accepted(), clients.refusals());
    }
    clients.stop();
    System.out.println(upgrade.told(clients).encodePrettily());
    System.exit(0);
  }

  private JsonObject told(SteadyRate clients) throws IOException, InterruptedException {
    Set<String> runs = new HashSet<>(clients.runs());
    Map<String, Integer> ends = new TreeMap<>();
    int resumed = 0;
    int unknown = 0;
    for (String run : runs) {
      JsonObject end = end(run);
      ends.merge(end.getString("status"), 1, Integer::sum);
      if (end.getInteger("attempt", 1) > 1) {
        resumed++;
        unknown += unknown(run);
      }
    }
    JsonObject effects = get(fakes, "/stats");
    return new JsonObject()
        .put("accepted", clients.accepted())
        .put("runs", runs.size())
        .put("ends", new JsonObject(new TreeMap<>(ends)))
        .put("resumed", resumed)
        .put("outcomeUnknown", unknown)
        .put("sideEffects", effects.getLong("marks"))
        .put("doubled", effects.getLong("doubled"))
        .put("cancelledCalls", effects.getLong("cancelled"))
        .put("refusals", new JsonObject(new TreeMap<>(clients.refusals())))
        .put("firstRefusals", new JsonObject(new TreeMap<>(clients.firstRefusals())))
        .put("longestWaitMillis", clients.longestWaitMillis());
  }

  /** The run once it has ended; {@code lost} if nobody knows it, the state that it stays in if it does not end within two minutes. */
  private JsonObject end(String run) throws IOException, InterruptedException {
    JsonObject now = get(service, "/v1/runs/" + run);
    for (int i = 0; i < 600 && !ENDED.contains(now.getString("status")) && !now.getString("status").equals("lost"); i++) {
      TimeUnit.MILLISECONDS.sleep(200);
      now = get(service, "/v1/runs/" + run);
    }
    return now;
  }

  private int unknown(String run) throws IOException, InterruptedException {
    JsonArray calls = get(service, "/v1/runs/" + run + "/tool-calls").getJsonArray("items");
    return (int) calls.stream().filter(it -> "outcome_unknown".equals(((JsonObject) it).getString("status"))).count();
  }

  private static JsonObject get(Api api, String path) throws IOException, InterruptedException {
    while (true) {
      try {
        HttpResponse<String> response = Api.send(api.request(path).build());
        switch (response.statusCode()) {
          case 200 -> {
            return new JsonObject(response.body());
          }
          case 404 -> {
            return new JsonObject().put("status", "lost");
          }
          default -> System.err.println(path + ": " + response.statusCode() + " " + response.body());
        }
      } catch (IOException e) {
        System.err.println(path + ": " + e);
      }
      TimeUnit.MILLISECONDS.sleep(500);
    }
  }
}

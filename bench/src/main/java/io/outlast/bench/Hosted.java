package io.outlast.bench;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** The service as a contestant, used over its API. */
record Hosted(Outlast outlast, Load load, ConcurrentLinkedQueue<String> ids) implements Contestant {

  private static final int SUBMITTERS = 64;

  static Hosted start(Stage stage, Outlast.Setup setup) {
    Outlast outlast = stage.start(setup);
    return new Hosted(outlast, stage.keep(new Load(outlast.port())), new ConcurrentLinkedQueue<>());
  }

  @Override
  public String name() {
    return "Outlast";
  }

  @Override
  public Jvm jvm() {
    return outlast.jvm();
  }

  @Override
  public Load.Seen run(int users, int runs, String input) {
    return load.run(users, runs, input);
  }

  /** Handed in by a few at a time; nobody waits over the API, as that would be measured, too. */
  @Override
  public CompletableFuture<Load.Seen> all(int runs, String input) {
    return CompletableFuture.supplyAsync(() -> handIn(runs, input), Thread::startVirtualThread);
  }

  private Load.Seen handIn(int runs, String input) {
    ids.clear();
    double before = completed();
    long began = System.nanoTime();
    for (int from = 0; from < runs; from += SUBMITTERS) {
      List<Future<String>> some = new ArrayList<>();
      for (int i = from; i < Math.min(runs, from + SUBMITTERS); i++) {
        some.add(load.submit(outlast.port(), input));
      }
      Load.await(Future.all(some));
      some.forEach(id -> ids.add(id.result()));
    }
    double submitted = (System.nanoTime() - began) / 1e9;
    System.err.printf("%d runs handed in within %.1f s%n", runs, submitted);
    while (ended() < runs + before) {
      LockSupport.parkNanos(100_000_000);
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    return new Load.Seen(runs, (int) (runs + before - completed()), seconds, 0, 0, 0, null);
  }

  private double completed() {
    return metric("outlast.runs?tag=status:completed");
  }

  private double ended() {
    return metric("outlast.runs");
  }

  /** A count or a gauge of the service; 0 for one that there is not yet. */
  double metric(String name) {
    return Stage.metric(outlast.port(), name);
  }

  @Override
  public long[] toolTimes() {
    return ids.stream()
        .map(id -> Stage.get(outlast.port(), "/v1/runs/" + id + "/tool-calls"))
        .flatMap(calls -> calls.getJsonArray("items").stream())
        .mapToLong(call -> ((JsonObject) call).getLong("durationMs") * 1000)
        .sorted()
        .toArray();
  }

  @Override
  public void close() {
    load.close();
    outlast.close();
  }
}

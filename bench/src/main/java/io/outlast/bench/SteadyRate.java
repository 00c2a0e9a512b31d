package io.outlast.bench;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Clients that start runs at a steady rate and do not give up before one is accepted. */
final class SteadyRate {

  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
  private final Queue<String> accepted = new ConcurrentLinkedQueue<>();
  private final Map<String, Integer> refusals = new ConcurrentSkipListMap<>();
  private final Map<String, String> firstRefusals = new ConcurrentHashMap<>();
  private final AtomicLong longestWaitMillis = new AtomicLong();
  private final AtomicInteger number = new AtomicInteger();
  private final String input;
  private final List<Api> replicas;

  SteadyRate(int perSecond, String input, Api... replicas) {
    this.replicas = List.of(replicas);
    this.input = input;
    clock.scheduleAtFixedRate(
        () -> clients.execute(this::one), 0, 1_000_000 / perSecond, TimeUnit.MICROSECONDS);
  }

  int accepted() {
    return accepted.size();
  }

  /** The ids of the runs that were accepted, as often as they were. */
  List<String> runs() {
    return List.copyOf(accepted);
  }

  int retries() {
    return refusals.values().stream().mapToInt(it -> it).sum();
  }

  /** How often a client had to try again, by status or exception. */
  Map<String, Integer> refusals() {
    return refusals;
  }

  /** What the first refusal of each kind said. */
  Map<String, String> firstRefusals() {
    return firstRefusals;
  }

  /** From the first attempt of a run to the answer that it is accepted. */
  long longestWaitMillis() {
    return longestWaitMillis.get();
  }

  /** No more; waits for those that are on their way. */
  void stop() throws InterruptedException {
    clock.shutdownNow();
    clients.shutdown();
    if (!clients.awaitTermination(2, TimeUnit.MINUTES)) {
      throw new IllegalStateException("Some clients are refused to this day");
    }
  }

  private void one() {
    int n = number.getAndIncrement();
    String key = UUID.randomUUID().toString();
    String body = new JsonObject().put("agent", "bench").put("input", input + " mark=m" + n).encode();
    long began = System.nanoTime();
    try {
      for (int attempt = 0; !start(replicas.get((n + attempt) % replicas.size()), key, body); attempt++) {
        // As a decent client: refused by an overloaded service, it does not load it more.
        Thread.sleep(Math.min(100L << Math.min(attempt, 5), 2_000));
      }
    } catch (InterruptedException e) {
      return;
    }
    longestWaitMillis.accumulateAndGet((System.nanoTime() - began) / 1_000_000, Math::max);
  }

  private boolean start(Api api, String key, String body) throws InterruptedException {
    try {
      HttpRequest request =
          api.request("/v1/runs")
              .header("Content-Type", "application/json")
              .header("Idempotency-Key", key)
              .POST(HttpRequest.BodyPublishers.ofString(body))
              .build();
      HttpResponse<String> response = Api.send(request);
      if (response.statusCode() == 202 || response.statusCode() == 200) {
        accepted.add(new JsonObject(response.body()).getString("id"));
        return true;
      }
      refused("" + response.statusCode(), response.body());
    } catch (IOException e) {
      refused(e.getClass().getSimpleName(), "" + e);
    }
    return false;
  }

  private void refused(String kind, String words) {
    refusals.merge(kind, 1, Integer::sum);
    firstRefusals.putIfAbsent(kind, words);
  }
}

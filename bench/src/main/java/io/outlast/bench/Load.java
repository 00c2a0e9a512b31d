package io.outlast.bench;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;

/** Users of the API: each starts a run, waits for its end, and starts the next. */
final class Load implements AutoCloseable {

  private final Vertx vertx = Vertx.vertx();
  private final HttpClient http;
  private final int[] ports;
  private final AtomicInteger next = new AtomicInteger();

  Load(int... ports) {
    this.ports = ports;
    this.http =
        vertx.createHttpClient(
            new HttpClientOptions().setDefaultHost("127.0.0.1").setTcpNoDelay(true),
            new PoolOptions().setHttp1MaxSize(20_000).setEventLoopSize(1));
  }

  /** What the users saw; times in microseconds. */
  record Seen(int runs, int notCompleted, double seconds, long p50, long p99, long max, String problem) {
    double perSecond() {
      return runs / seconds;
    }
  }

  Seen run(int users, int runs, String input) {
    ConcurrentHistogram times = new ConcurrentHistogram(3);
    AtomicInteger left = new AtomicInteger(runs);
    AtomicInteger failed = new AtomicInteger();
    Set<String> problems = ConcurrentHashMap.newKeySet();
    Promise<Void> all = Promise.promise();
    AtomicInteger busy = new AtomicInteger(users);
    AtomicLong began = new AtomicLong(System.nanoTime());
    for (int i = 0; i < users; i++) {
      user(left, times, failed, problems, input, () -> {
        if (busy.decrementAndGet() == 0) {
          all.complete();
        }
      });
    }
    await(all.future());
    double seconds = (System.nanoTime() - began.get()) / 1e9;
    return new Seen(
        runs,
        failed.get(),
        seconds,
        times.getValueAtPercentile(50),
        times.getValueAtPercentile(99),
        times.getMaxValue(),
        problems.isEmpty() ? null : problems.iterator().next());
  }

  private void user(
      AtomicInteger left, ConcurrentHistogram times, AtomicInteger failed, Set<String> problems, String input, Runnable done) {
    if (left.getAndDecrement() <= 0) {
      done.run();
      return;
    }
    long began = System.nanoTime();
    one(input)
        .onComplete(
            answer -> {
              times.recordValue((System.nanoTime() - began) / 1000);
              if (answer.failed() || !"completed".equals(answer.result().getString("status"))) {
                failed.incrementAndGet();
                problems.add(answer.failed() ? answer.cause().toString() : answer.result().encode());
              }
              user(left, times, failed, problems, input, done);
            });
  }

  private Future<JsonObject> one(String input) {
    int port = ports[Math.floorMod(next.getAndIncrement(), ports.length)];
    return submit(port, input).compose(id -> awaitEnd(port, id));
  }

  Future<String> submit(int port, String input) {
    JsonObject body = new JsonObject().put("agent", "bench").put("input", input);
    return http
        .request(HttpMethod.POST, port, "127.0.0.1", "/v1/runs")
        .compose(request -> request.putHeader("Content-Type", "application/json").send(body.toBuffer()))
        .compose(
            response ->
                response
                    .body()
                    .map(text -> {
                      if (response.statusCode() != 202) {
                        throw new IllegalStateException(response.statusCode() + " " + text);
                      }
                      return text.toJsonObject().getString("id");
                    }));
  }

  private Future<JsonObject> awaitEnd(int port, String id) {
    return get(port, "/v1/runs/" + id + "/wait?timeout=60s")
        .map(Buffer::toJsonObject)
        .compose(
            run -> {
              String status = run.getString("status");
              return "running".equals(status) || "queued".equals(status)
                  ? awaitEnd(port, id)
                  : Future.succeededFuture(run);
            });
  }

  Future<Buffer> get(int port, String path) {
    return http
        .request(HttpMethod.GET, port, "127.0.0.1", path)
        .compose(request -> request.send())
        .compose(response -> response.body());
  }

  static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }

  @Override
  public void close() {
    await(http.close());
    await(vertx.close());
  }
}

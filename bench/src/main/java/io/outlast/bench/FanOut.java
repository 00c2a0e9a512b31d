package io.outlast.bench;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * One run with many events that all of its readers follow: first as fast as it goes, then with a pause of 50 ms a turn, about five events. The delay is that from
 * an event's instant, set before it is written, to its arrival.
 */
record FanOut(int readers, int turns) implements Case {

  @Override
  public JsonObject measure(Path jar) throws Exception {
    JsonArray all = new JsonArray();
    for (int pause : new int[] {0, 50}) {
      try (Stage stage = new Stage(jar, "fan-out")) {
        Outlast outlast = stage.start(new Ticker(turns, pause).in(stage.setup("service", null)));
        measure(outlast, pause == 0 ? 4 : 1);
        JsonObject result = measure(outlast, 1).put("pauseMillis", pause);
        System.err.println(result.encode());
        all.add(result);
      }
    }
    return new JsonObject().put("readers", readers).put("paces", all);
  }

  /** Only the last of so many runs is told of; those before it warm up. */
  private JsonObject measure(Outlast outlast, int times) throws Exception {
    for (int i = 1; i < times; i++) {
      once(outlast);
    }
    return once(outlast);
  }

  private JsonObject once(Outlast outlast) throws Exception {
    ConcurrentLinkedQueue<Long> delays = new ConcurrentLinkedQueue<>();
    long cpu = outlast.proc().cpuMillis();
    outlast.proc().forgetPeak();
    long rss = outlast.proc().rssKib();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      String run = Ticker.start(outlast.port());
      long began = System.nanoTime();
      CountDownLatch open = new CountDownLatch(readers);
      List<Future<List<Long>>> seen = new ArrayList<>();
      for (int i = 0; i < readers; i++) {
        seen.add(threads.submit(() -> read(outlast.port(), run, open, delays)));
      }
      open.await();
      List<List<Long>> got = new ArrayList<>();
      for (Future<List<Long>> reader : seen) {
        got.add(reader.get());
      }
      double seconds = (System.nanoTime() - began) / 1e9;
      List<Long> journal = Ticker.journal(outlast.port(), run);
      long wrong = got.stream().filter(each -> !each.equals(journal)).count();
      long[] sorted = delays.stream().mapToLong(it -> it).sorted().toArray();
      return new JsonObject()
          .put("events", journal.size())
          .put("seconds", seconds)
          .put("arrivalsPerSecond", Math.round((double) journal.size() * readers / seconds))
          .put("readersWithGapsOrDoubles", wrong)
          .put("live", sorted.length)
          .put("p50Millis", share(sorted, 0.5))
          .put("p99Millis", share(sorted, 0.99))
          .put("maxMillis", share(sorted, 1))
          .put("processors", Math.round((outlast.proc().cpuMillis() - cpu) / seconds / 10) / 100.0)
          .put("rssMbGrown", (outlast.proc().peakRssKib() - rss) / 1024);
    }
  }

  private static List<Long> read(int port, String run, CountDownLatch open, ConcurrentLinkedQueue<Long> delays)
      throws Exception {
    List<Long> seen = new ArrayList<>();
    try (EventStream stream = EventStream.open(port, run, 0)) {
      open.countDown();
      Instant opened = Instant.now();
      for (EventStream.Message message = stream.next(); message != null; message = stream.next()) {
        seen.add(message.id());
        if (message.at().isAfter(opened)) {
          delays.add(ChronoUnit.MICROS.between(message.at(), Instant.now()));
        }
        if (message.last()) {
          break;
        }
      }
    }
    return seen;
  }

  private static double share(long[] sorted, double share) {
    return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1, sorted.length * share)] / 1000.0;
  }
}

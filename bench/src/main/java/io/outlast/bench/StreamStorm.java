package io.outlast.bench;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * How late events reach readers that come and go: 500 of them on 50 runs, each takes 1 to 50 events and comes back with the id of the last one. With two processes, on one
 * PostgreSQL, one runs and the other is read from. What a reader saw is compared with the journal. Counted are events that are younger than the connection they came by.
 */
record StreamStorm(boolean two) implements Case {

  private static final int RUNS = 50;
  private static final int READERS = 500;
  private static final int TURNS = 40;
  private static final int TURN_MILLIS = 1_000;
  private static final int MOST_AT_ONCE = 50;

  @Override
  public JsonObject measure(Path jar) throws Exception {
    try (Stage stage = new Stage(jar, "storm")) {
      Outlast.Setup setup =
          new Ticker(TURNS, TURN_MILLIS).in(stage.setup("service", two ? stage.database() : null));
      Outlast runner = stage.start(setup);
      Outlast reader = two ? stage.start(setup.with(Map.of("internal.outlast-worker", "false"))) : runner;
      new Storm(runner.port(), reader.port()).rage();
      return new Storm(runner.port(), reader.port()).rage();
    }
  }

  private record Storm(int runPort, int readPort, ConcurrentLinkedQueue<Long> delays, AtomicInteger connections) {

    Storm(int runPort, int readPort) {
      this(runPort, readPort, new ConcurrentLinkedQueue<>(), new AtomicInteger());
    }

    JsonObject rage() throws Exception {
      List<String> runs = new ArrayList<>();
      List<List<Future<List<Long>>>> seen = new ArrayList<>();
      int events = 0;
      long wrong = 0;
      long began = System.nanoTime();
      try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < RUNS; i++) {
          String run = Ticker.start(runPort);
          List<Future<List<Long>>> ofRun = new ArrayList<>();
          for (int j = 0; j < READERS / RUNS; j++) {
            Random random = new Random(i * 1000L + j);
            ofRun.add(readers.submit(() -> read(run, random)));
          }
          runs.add(run);
          seen.add(ofRun);
          LockSupport.parkNanos(TURN_MILLIS * 1_000_000L / RUNS);
        }
        for (int i = 0; i < RUNS; i++) {
          List<List<Long>> got = new ArrayList<>();
          for (Future<List<Long>> reader : seen.get(i)) {
            got.add(reader.get());
          }
          List<Long> journal = Ticker.journal(runPort, runs.get(i));
          events += journal.size();
          wrong += got.stream().filter(each -> !each.equals(journal)).count();
        }
      }
      double seconds = (System.nanoTime() - began) / 1e9;
      long[] sorted = delays.stream().mapToLong(it -> it).sorted().toArray();
      return new JsonObject()
          .put("readers", READERS)
          .put("runs", RUNS)
          .put("eventsPerSecond", Math.round(events / seconds))
          .put("connectionsPerSecond", Math.round(connections.get() / seconds))
          .put("readersWithGapsOrDoubles", wrong)
          .put("live", sorted.length)
          .put("p50Millis", share(sorted, 0.5))
          .put("p99Millis", share(sorted, 0.99))
          .put("maxMillis", share(sorted, 1));
    }

    private List<Long> read(String run, Random random) throws IOException {
      List<Long> seen = new ArrayList<>();
      while (true) {
        int most = 1 + random.nextInt(MOST_AT_ONCE);
        connections.incrementAndGet();
        Instant opened = Instant.now();
        try (EventStream stream = EventStream.open(readPort, run, seen.isEmpty() ? 0 : seen.getLast())) {
          for (int i = 0; i < most; i++) {
            EventStream.Message message = stream.next();
            if (message == null) {
              return seen;
            }
            seen.add(message.id());
            if (message.at().isAfter(opened)) {
              delays.add(ChronoUnit.MICROS.between(message.at(), Instant.now()));
            }
            if (message.last()) {
              return seen;
            }
          }
        }
      }
    }

    private static double share(long[] sorted, double share) {
      return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1, sorted.length * share)] / 1000.0;
    }
  }
}

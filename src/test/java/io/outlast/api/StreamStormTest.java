package io.outlast.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.outlast.api.EventReader.Message;
import io.outlast.journal.Journal;
import io.outlast.journal.Journal.Ending;
import io.outlast.journal.Journal.Ownership;
import io.outlast.journal.Step;
import io.outlast.run.Run;
import io.outlast.run.RunEvent;
import io.outlast.run.RunId;
import io.outlast.run.RunUsage;
import io.outlast.run.StopReason;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

/**
 * Hundreds of readers that come and go while their runs write; the benchmark {@code storm}
 * measures.
 */
@ApiTest
class StreamStormTest {

  private static final int RUNS = 50;
  private static final int READERS = 500;
  private static final int STEPS = 60;

  @LocalServerPort int port;
  @Autowired Journal journal;
  @Autowired RunFeeds feeds;
  @Autowired RunEventStream stream;

  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  @Timeout(180)
  void everyReaderSeesExactlyItsRunsSequenceHoweverOftenItReconnects() throws Exception {
    List<Ownership> runs = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      runs.add(running());
    }
    List<Future<List<Long>>> seen = new ArrayList<>();
    try (var readers = Executors.newVirtualThreadPerTaskExecutor();
        ScheduledExecutorService writers = Executors.newScheduledThreadPool(4)) {
      for (int i = 0; i < READERS; i++) {
        Ownership run = runs.get(i % RUNS);
        Random random = new Random(i);
        seen.add(readers.submit(() -> read(run, random)));
      }
      for (int i = 0; i < RUNS; i++) {
        write(writers, runs.get(i), i);
      }
      List<Long> whole = LongStream.rangeClosed(1, STEPS + 3).boxed().toList();
      for (Future<List<Long>> reader : seen) {
        assertThat(reader.get()).isEqualTo(whole);
      }
    }
    await().atMost(Duration.ofSeconds(40)).until(() -> stream.readers() == 0 && feeds.size() == 0);
  }

  private List<Long> read(Ownership run, Random random) throws IOException, InterruptedException {
    List<Long> seen = new ArrayList<>();
    while (true) {
      Long last = seen.isEmpty() ? null : seen.getLast();
      int most = 1 + random.nextInt(25);
      try (EventReader reader = EventReader.open(http, port, run.id().value(), last)) {
        assertThat(reader.status()).isEqualTo(200);
        for (int i = 0; i < most; i++) {
          Message message = reader.next();
          if (message == null) {
            return seen;
          }
          seen.add(message.id());
          if (message.event().equals("run.finished")) {
            return seen;
          }
        }
      }
    }
  }

  private void write(ScheduledExecutorService writers, Ownership run, int number)
      throws InterruptedException, ExecutionException {
    AtomicInteger step = new AtomicInteger();
    writers.scheduleAtFixedRate(
        () -> {
          int n = step.incrementAndGet();
          if (n <= STEPS) {
            journal.append(run, Step.of(List.of(new RunEvent.TurnStarted(n)), RunUsage.NONE));
          } else if (n == STEPS + 1) {
            journal.finish(run, Step.NOTHING, new Ending(StopReason.END_TURN, "done", null));
          }
        },
        500 + number * 2L,
        100,
        TimeUnit.MILLISECONDS);
    writers.schedule(() -> {}, 0, TimeUnit.MILLISECONDS).get();
  }

  private Ownership running() {
    String body = "{\"agent\":\"tester\",\"input\":\"x\"}";
    String id = new Client(port).post("/v1/runs", body).json().path("id").asString();
    Run run = journal.claim(new RunId(id), "test").orElseThrow();
    return new Ownership(run.id(), run.epoch());
  }
}

package io.outlast.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.outlast.journal.Journal;
import io.outlast.journal.Journal.Ending;
import io.outlast.journal.Journal.Ownership;
import io.outlast.journal.JournalEntry;
import io.outlast.journal.JournalTail;
import io.outlast.journal.Step;
import io.outlast.journal.TestJournal;
import io.outlast.run.Limit;
import io.outlast.run.NewRun;
import io.outlast.run.Run;
import io.outlast.run.RunEvent;
import io.outlast.run.RunLimits;
import io.outlast.run.RunUsage;
import io.outlast.run.StopReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** What a feed makes of events that come by hand, in whatever order. */
class FeedPumpTest {

  /** The pump listens to another one, so that it hears only what a test tells it. */
  private final Journal journal = TestJournal.inMemory(new JournalTail());

  private final JournalReader reader = new JournalReader(journal, JsonMapper.builder().build());
  private Ownership run;
  private RunFeed feed;
  private FeedPump pump;

  @BeforeEach
  void begin() {
    Run claimed = journal.claim(journal.accept(newRun()).id(), "test").orElseThrow();
    run = new Ownership(claimed.id(), claimed.epoch());
    feed = new RunFeed(run.id(), reader);
    pump = new FeedPump(feed, new JournalTail(), reader);
  }

  @AfterEach
  void end() {
    feed.close();
    pump.stir();
  }

  @Test
  void whatIsHeardLateTwiceOrNotAtAllReachesReadersOnceAndInOrder() throws Exception {
    start();
    Random random = new Random(7);
    List<JournalEntry> held = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      held.addAll(write());
      switch (random.nextInt(4)) {
        case 0 -> pump.hear(List.copyOf(held));
        case 1 -> pump.hear(List.of(held.getLast()));
        case 2 -> held.reversed().forEach(entry -> pump.hear(List.of(entry)));
        case 3 -> held.clear();
      }
    }
    pump.hear(finish());
    assertThat(readAll()).isEqualTo(LongStream.rangeClosed(3, 303).boxed().toList());
  }

  @Test
  void moreThanIsKeptIsReadFromTheJournal() throws Exception {
    for (int i = 0; i < 500; i++) {
      pump.hear(write());
    }
    start();
    await().until(() -> feed.head() == 502);
    assertThat(feed.after(500, Duration.ZERO)).extracting(Frame::seq).containsExactly(501L, 502L);
  }

  @Test
  void whatIsHeardInOrderIsNotReadAgain() throws Exception {
    start();
    List<JournalEntry> entries = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      entries.addAll(write());
    }
    journal.finish(run, Step.NOTHING, new Ending(StopReason.END_TURN, "done", null));
    journal.delete(run.id());
    pump.hear(entries);
    await().until(() -> feed.head() == 7);
    assertThat(feed.isOver(7)).isFalse();
  }

  private static NewRun newRun() {
    Limit<Duration> none = new Limit<>(Duration.ZERO, "global");
    Limit<Integer> many = new Limit<>(50, "global");
    RunLimits limits =
        new RunLimits(
            none,
            none,
            none,
            many,
            none,
            none,
            none,
            many,
            many,
            new Limit<>(0L, "global"),
            new Limit<>(0L, "global"),
            many);
    return new NewRun("tester", "x", Map.of(), limits, "{}", null, 0);
  }

  private void start() {
    Thread.ofVirtual().start(pump);
    await().until(() -> feed.head() >= 2);
  }

  private List<JournalEntry> write() {
    long before = journal.heads(List.of(run.id())).get(run.id());
    journal.append(run, Step.of(List.of(new RunEvent.TurnStarted(1)), RunUsage.NONE));
    return journal.events(run.id(), before, 1);
  }

  private List<JournalEntry> finish() {
    long before = journal.heads(List.of(run.id())).get(run.id());
    journal.finish(run, Step.NOTHING, new Ending(StopReason.END_TURN, "done", null));
    return journal.events(run.id(), before, 1);
  }

  private List<Long> readAll() throws InterruptedException {
    List<Long> seen = new ArrayList<>(List.of(2L));
    while (!feed.isOver(seen.getLast())) {
      List<Frame> frames = feed.after(seen.getLast(), Duration.ofSeconds(10));
      assertThat(frames).isNotEmpty();
      frames.forEach(frame -> seen.add(frame.seq()));
    }
    return seen.subList(1, seen.size());
  }
}

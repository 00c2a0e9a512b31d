package io.outlast.api;

import io.micrometer.core.instrument.MeterRegistry;
import io.outlast.journal.Journal;
import io.outlast.journal.JournalEntry;
import io.outlast.journal.JournalTail;
import io.outlast.run.RunId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * The runs that somebody in this process watches. What this process writes is noticed at once; for
 * what others write, one query looks after all watched runs together, and none when nobody watches.
 * Thread-safe.
 */
@Component
final class RunFeeds implements SmartLifecycle {

  private static final Logger log = LoggerFactory.getLogger(RunFeeds.class);

  /** How soon the writing of another process is noticed. */
  private static final Duration LOOK = Duration.ofMillis(200);

  static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 768;

  private static final int MOST_IN_ONE_QUERY = 500;
  private static final int MOST_EVENTS = 500;

  private final Journal journal;
  private final JournalTail tail;
  private final JournalReader reader;
  private final ConcurrentHashMap<RunId, Watched> watched = new ConcurrentHashMap<>();
  private volatile @Nullable ScheduledExecutorService looking;

  /** A feed, the thread that fills it, and how many read it. */
  private record Watched(RunFeed feed, FeedPump pump, int readers) {
    Watched readBy(int more) {
      return new Watched(feed, pump, readers + more);
    }
  }

  /** One reader's part in a feed. */
  record Reading(RunFeed feed, Runnable end) implements AutoCloseable {
    @Override
    public void close() {
      end.run();
    }
  }

  RunFeeds(Journal journal, JournalTail tail, JsonMapper json, MeterRegistry meters) {
    this.journal = journal;
    this.tail = tail;
    this.reader = new JournalReader(journal, json);
    meters.gauge("outlast.streams.runs", watched, Map::size);
  }

  /** Begins to watch a run; close what is returned. */
  Reading open(RunId id) {
    Watched joined =
        watched.compute(id, (key, known) -> known == null ? begin(id) : known.readBy(1));
    if (!isRunning()) {
      joined.feed().close();
      joined.pump().stir();
    }
    return new Reading(joined.feed(), () -> leave(id));
  }

  /** How many runs are watched. */
  int size() {
    return watched.size();
  }

  private Watched begin(RunId id) {
    RunFeed feed = new RunFeed(id, reader);
    FeedPump pump = new FeedPump(feed, tail, reader);
    Thread.ofVirtual().name("feed-" + id).start(pump);
    return new Watched(feed, pump, 1);
  }

  private void leave(RunId id) {
    watched.computeIfPresent(
        id,
        (key, known) -> {
          if (known.readers() > 1) {
            return known.readBy(-1);
          }
          known.feed().close();
          known.pump().stir();
          return null;
        });
  }

  private void look() {
    try {
      List<Watched> live = watched.values().stream().filter(each -> !each.feed().isDone()).toList();
      for (int from = 0; from < live.size(); from += MOST_IN_ONE_QUERY) {
        look(live.subList(from, Math.min(live.size(), from + MOST_IN_ONE_QUERY)));
      }
    } catch (RuntimeException e) {
      log.debug("Watched runs could not be looked at; the next look is due", e);
    }
  }

  private void look(List<Watched> some) {
    Map<RunId, Long> heads = journal.heads(some.stream().map(each -> each.feed().id()).toList());
    Map<RunId, FeedPump> pumps = new HashMap<>();
    Map<RunId, Long> seen = new HashMap<>();
    for (Watched each : some) {
      Long head = heads.get(each.feed().id());
      long known = each.feed().head();
      if (head == null) {
        each.feed().close();
        each.pump().stir();
      } else if (known == 0) {
        // It has not begun, and finds its place by itself.
        each.pump().stir();
      } else if (head > known) {
        pumps.put(each.feed().id(), each.pump());
        seen.put(each.feed().id(), known);
      }
    }
    tell(pumps, seen);
  }

  /** One query for what all these runs are behind, and more only where that is a lot. */
  private void tell(Map<RunId, FeedPump> pumps, Map<RunId, Long> seen) {
    int read;
    do {
      Map<RunId, List<JournalEntry>> news = new LinkedHashMap<>();
      List<JournalEntry> entries = journal.news(seen, MOST_EVENTS);
      entries.forEach(
          entry -> news.computeIfAbsent(entry.runId(), id -> new ArrayList<>()).add(entry));
      news.forEach((id, some) -> {
        Objects.requireNonNull(pumps.get(id)).hear(some);
        seen.put(id, some.getLast().seq());
      });
      read = entries.size();
    } while (read == MOST_EVENTS);
  }

  @Override
  public void start() {
    ScheduledExecutorService every =
        Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("feeds").factory());
    every.scheduleWithFixedDelay(
        this::look, LOOK.toMillis(), LOOK.toMillis(), TimeUnit.MILLISECONDS);
    looking = every;
  }

  /** Streams end, so that the web server's stop need not wait for them. */
  @Override
  public void stop() {
    ScheduledExecutorService every = looking;
    looking = null;
    if (every != null) {
      every.shutdownNow();
    }
    watched
        .values()
        .forEach(each -> {
          each.feed().close();
          each.pump().stir();
        });
  }

  @Override
  public boolean isRunning() {
    return looking != null;
  }

  /** Stops after the runs are drained and before the web server waits for its last requests. */
  @Override
  public int getPhase() {
    return PHASE;
  }
}

package io.outlast.journal;

import io.outlast.run.Run;
import io.outlast.run.RunId;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells whoever listens in this process what was written to a run's journal, once it is committed.
 * Writers of one run may overtake each other on the way here: {@code seq} tells. What other
 * processes write is not heard: listeners look for it from time to time. Thread-safe; never blocks.
 */
public final class JournalTail {

  /** Is called on the thread that wrote, and must not block. */
  public interface Listener {
    void wrote(List<JournalEntry> entries);

    /** The run has ended, and this is how it is now. */
    default void ended(Run run) {}
  }

  /** Ends the listening. */
  public interface Listening extends AutoCloseable {
    @Override
    void close();
  }

  private static final Logger log = LoggerFactory.getLogger(JournalTail.class);

  private final ConcurrentHashMap<RunId, Set<Listener>> listeners = new ConcurrentHashMap<>();

  /** Whoever listens first and reads afterwards misses nothing. */
  public Listening listen(RunId id, Listener listener) {
    listeners.compute(
        id,
        (key, set) -> {
          Set<Listener> known = set == null ? ConcurrentHashMap.newKeySet() : set;
          known.add(listener);
          return known;
        });
    return () ->
        listeners.computeIfPresent(
            id,
            (key, set) -> {
              set.remove(listener);
              return set.isEmpty() ? null : set;
            });
  }

  /** Completes when something more is written to this run; cancel it when no longer wanted. */
  public CompletableFuture<Void> next(RunId id) {
    CompletableFuture<Void> future = new CompletableFuture<>();
    Listening listening = listen(id, entries -> future.complete(null));
    future.whenComplete((done, error) -> listening.close());
    return future;
  }

  /** Completes when the run ends, with the run as it is then; cancel it when no longer wanted. */
  public CompletableFuture<Run> end(RunId id) {
    CompletableFuture<Run> future = new CompletableFuture<>();
    Listening listening =
        listen(
            id,
            new Listener() {
              @Override
              public void wrote(List<JournalEntry> entries) {
                // Only the end matters.
              }

              @Override
              public void ended(Run run) {
                future.complete(run);
              }
            });
    future.whenComplete((run, error) -> listening.close());
    return future;
  }

  /**
   * @param now the run as it was then, if that is known; it is when it ended
   */
  void wrote(RunId id, List<JournalEntry> entries, @Nullable Run now) {
    Set<Listener> listening = listeners.get(id);
    if (listening == null) {
      return;
    }
    for (Listener listener : listening) {
      try {
        tell(listener, entries, now);
      } catch (RuntimeException e) {
        // What is committed must not look as if it were not.
        log.error("Who listens to {} failed", id, e);
      }
    }
  }

  private static void tell(Listener listener, List<JournalEntry> entries, @Nullable Run now) {
    listener.wrote(entries);
    if (now != null && now.status().isTerminal()) {
      listener.ended(now);
    }
  }
}

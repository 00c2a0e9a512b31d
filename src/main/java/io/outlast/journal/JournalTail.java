package io.outlast.journal;

import io.outlast.run.RunId;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells waiters in this process that a run's journal grew. A waiter takes its {@link #next} first
 * and reads afterwards, so nothing is missed. What other processes write is not heard here: waiters
 * poll for it. Thread-safe; never blocks.
 */
public final class JournalTail {

  private final ConcurrentHashMap<RunId, Set<CompletableFuture<Void>>> waiters =
      new ConcurrentHashMap<>();

  /** Completes when something more is written to this run; cancel it when no longer wanted. */
  public CompletableFuture<Void> next(RunId id) {
    CompletableFuture<Void> future = new CompletableFuture<>();
    waiters.compute(
        id,
        (key, set) -> {
          Set<CompletableFuture<Void>> known = set == null ? ConcurrentHashMap.newKeySet() : set;
          known.add(future);
          return known;
        });
    future.whenComplete((done, error) ->
        waiters.computeIfPresent(
            id,
            (key, set) -> {
              set.remove(future);
              return set.isEmpty() ? null : set;
            }));
    return future;
  }

  void grew(RunId id) {
    Set<CompletableFuture<Void>> woken = waiters.remove(id);
    if (woken != null) {
      woken.forEach(future -> future.complete(null));
    }
  }
}

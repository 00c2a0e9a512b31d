package io.outlast.journal;

import io.outlast.run.NewRun;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import io.outlast.run.StopReason;
import io.outlast.run.ToolCallRecord;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is known of every run. Each writing method is one transaction that is on disk when the
 * method returns. Blocks on the database; a database that is gone is an exception. Thread-safe.
 *
 * <p>Methods that take an {@link Ownership} throw {@link StaleOwnerException} when another owner
 * has taken the run over since, and then change nothing.
 */
public interface Journal {

  /**
   * Accepts a run: its row and {@code run.queued}.
   *
   * @param within is called in the same transaction
   */
  Run accept(NewRun run, Consumer<Run> within);

  /** Accepts a run and nothing else with it. */
  default Run accept(NewRun run) {
    return accept(run, accepted -> {});
  }

  /**
   * Accepts a run unless a request with this key was accepted before, by any process.
   *
   * @param within is called in the same transaction, if the run is new
   */
  Acceptance accept(NewRun run, RequestKey key, Consumer<Run> within);

  /** Forgets keys of requests that came before the instant. */
  int forgetRequestsBefore(Instant instant);

  Optional<Run> find(RunId id);

  /** Newest first. */
  List<Run> list(RunFilter filter, int limit);

  /** Events with a greater {@code seq}, ascending. */
  List<JournalEntry> events(RunId id, long after, int limit);

  /** The {@code seq} of the last event of each of these runs; runs that are gone are left out. */
  Map<RunId, Long> heads(Collection<RunId> ids);

  /** Those of these runs that are there and have not ended. */
  Set<RunId> active(Collection<RunId> ids);

  /** The events of several runs that follow those seen, by run and {@code seq}. */
  List<JournalEntry> news(Map<RunId, Long> seen, int limit);

  /** Tool calls with a greater {@code seq}, ascending, without their results. */
  List<ToolCallRecord> toolCalls(RunId id, long after, int limit);

  /** One tool call, whole. */
  Optional<ToolCallRecord> toolCall(RunId id, String callId);

  /** All tool calls of a run, whole, ascending: what the conversation is folded from. */
  List<ToolCallRecord> allToolCalls(RunId id);

  /**
   * Makes the caller the owner of a queued run and writes that it started or went on.
   *
   * @param ifSo is asked within the transaction, with the run locked; if not, the run stays queued
   */
  Optional<Run> claim(RunId id, String owner, Predicate<Run> ifSo);

  /** Makes the caller the owner of a queued run, whatever else is under way. */
  default Optional<Run> claim(RunId id, String owner) {
    return claim(id, owner, run -> true);
  }

  /** Appends events, tool calls and usage of one step. */
  void append(Ownership owned, Step step);

  /** Notes that the server was told of a cancelled call; may come after the end of the run. */
  void cancelSent(RunId id, String callId);

  /**
   * Ends a run, in one transaction with its last step and {@code run.finished}.
   *
   * @param within is called in the same transaction
   */
  Run finish(Ownership owned, Step lastStep, Ending ending, Runnable within);

  /** Ends a run and does nothing else with it. */
  default Run finish(Ownership owned, Step lastStep, Ending ending) {
    return finish(owned, lastStep, ending, () -> {});
  }

  /** Gives a running run back to the queue. */
  void handBack(Ownership owned);

  /** Takes a running run from an owner that is gone; false when it is not running. */
  boolean takeBack(RunId id);

  /**
   * Asks a run to stop: a queued one is cancelled at once, a running one gets {@code
   * run.cancelling} the first time.
   */
  CancelAnswer requestCancel(RunId id, @Nullable String reason);

  /** Ends queued runs whose wait for a first start is over. */
  List<RunId> expireQueued(Instant now);

  /** The runs of this owner that someone, perhaps through another process, asked to stop. */
  List<RunId> cancelRequested(String owner);

  /** Deletes a terminal run; false when it is not terminal. */
  boolean delete(RunId id);

  /** Deletes terminal runs that ended before the instant; returns how many. */
  int deleteEndedBefore(Instant instant);

  long countQueued();

  /** Proof of ownership that every write of an owner carries. */
  record Ownership(RunId id, long epoch) {}

  /** How a run ends. */
  record Ending(StopReason reason, @Nullable String output, @Nullable String error) {}

  /** What a cancel request found. */
  record CancelAnswer(Run run, boolean wasTerminal) {}
}

package io.outlast.journal;

import static io.outlast.journal.Columns.at;

import io.outlast.journal.Journal.Ending;
import io.outlast.journal.Journal.Ownership;
import io.outlast.run.Run;
import io.outlast.run.RunEvent;
import io.outlast.run.RunId;
import io.outlast.run.RunStatus;
import io.outlast.run.RunTransitions;
import io.outlast.run.RunUsage;
import io.outlast.run.StopReason;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Moves runs from state to state, each with its event. Used within a transaction; every method
 * first locks the run's row, so that events get their places one after the other.
 */
final class RunStates {

  private final JdbcClient jdbc;
  private final RunRows rows;
  private final EventRows events;

  RunStates(JdbcClient jdbc, RunRows rows, EventRows events) {
    this.jdbc = jdbc;
    this.rows = rows;
    this.events = events;
  }

  Optional<Run> lock(RunId id) {
    return jdbc.sql("select * from run where id = :id for update")
        .param("id", id.value())
        .query(rows)
        .optional();
  }

  Optional<Run> lockQueued(RunId id) {
    return lock(id).filter(run -> run.status() == RunStatus.QUEUED);
  }

  /** Gives a locked, queued run to an owner. */
  void claim(Run run, String owner, Instant now) {
    boolean first = run.startedAt() == null;
    int attempt = first ? run.attempt() : run.attempt() + 1;
    Instant started = first ? now : run.startedAt();
    Instant deadline =
        first ? RunRows.plus(started, run.limits().runTimeout().value()) : run.deadlineAt();
    jdbc.sql(
            "update run set status = 'running', owner = :owner, epoch = epoch + 1, attempt ="
                + " :attempt, started_at = :started, deadline_at = :deadline, queue_deadline_at ="
                + " null, last_seq = last_seq + 1 where id = :id")
        .param("owner", owner)
        .param("attempt", attempt)
        .param("started", at(started))
        .param("deadline", at(deadline))
        .param("id", run.id().value())
        .update();
    insertLast(
        run.id(),
        first ? new RunEvent.Started(owner, attempt) : new RunEvent.Resumed(owner, attempt),
        now);
  }

  void handBack(Ownership owned, StepMark mark) {
    int changed =
        jdbc.sql(
                "update run set status = 'queued', owner = null, last_step = :mark where id = :id"
                    + " and epoch = :epoch and status = 'running'")
            .param("mark", mark.value())
            .param("id", owned.id().value())
            .param("epoch", owned.epoch())
            .update();
    if (changed == 0 && !isWritten(owned, mark)) {
      throw new StaleOwnerException(owned.id(), owned.epoch());
    }
  }

  boolean takeBack(RunId id) {
    return jdbc.sql(
                "update run set status = 'queued', owner = null, losses = losses + 1 where id ="
                    + " :id and status = 'running'")
            .param("id", id.value())
            .update()
        > 0;
  }

  /**
   * Makes room for the events of an owner's step and adds what it used.
   *
   * @return the place of the first event; empty if the step was written before
   */
  OptionalLong advance(Ownership owned, Step step, StepMark mark) {
    RunUsage used = step.used();
    int changed =
        jdbc.sql(
                "update run set last_step = :mark, last_seq = last_seq + :events, turns = turns + :turns,"
                    + " tool_calls = tool_calls + :calls, input_tokens = input_tokens + :input,"
                    + " output_tokens = output_tokens + :output where id = :id and epoch = :epoch"
                    + " and status = 'running' and (last_step is null or last_step <> :mark)")
            .param("mark", mark.value())
            .param("events", step.events().size())
            .param("turns", used.turns())
            .param("calls", used.toolCalls())
            .param("input", used.inputTokens())
            .param("output", used.outputTokens())
            .param("id", owned.id().value())
            .param("epoch", owned.epoch())
            .update();
    if (changed > 0) {
      return OptionalLong.of(lastSeq(owned.id()) - step.events().size() + 1);
    }
    if (isWritten(owned, mark)) {
      return OptionalLong.empty();
    }
    throw new StaleOwnerException(owned.id(), owned.epoch());
  }

  /** Notes that a locked run, which has not ended, is asked to stop; a queued one ends at once. */
  void requestCancel(Run run, @Nullable String reason, Instant now) {
    boolean running = run.status() == RunStatus.RUNNING;
    jdbc.sql(
            "update run set cancel_requested_at = :now, last_seq = last_seq + :events where id ="
                + " :id")
        .param("now", at(now))
        .param("events", running ? 1 : 0)
        .param("id", run.id().value())
        .update();
    if (running) {
      insertLast(run.id(), new RunEvent.Cancelling(reason), now);
    } else {
      end(run.id(), RunStatus.QUEUED, new Ending(StopReason.CANCELLED, null, reason), now);
    }
  }

  void end(RunId id, RunStatus from, Ending ending, Instant now) {
    StopReason reason = ending.reason();
    RunStatus to =
        RunTransitions.next(from, RunTransitions.ending(reason))
            .orElseThrow(() -> new IllegalStateException(from + " can not end by " + reason));
    jdbc.sql(
            "update run set status = :status, stop_reason = :reason, output = :output, error ="
                + " :error, ended_at = :now, owner = null, last_seq = last_seq +"
                + " 1 where id = :id and status = :from")
        .param("status", to.wireName())
        .param("reason", reason.wireName())
        .param("output", ending.output())
        .param("error", ending.error())
        .param("now", at(now))
        .param("id", id.value())
        .param("from", from.wireName())
        .update();
    insertLast(id, new RunEvent.Finished(to.wireName(), reason.wireName(), ending.error()), now);
  }

  private void insertLast(RunId id, RunEvent event, Instant now) {
    events.insert(id, lastSeq(id), now, List.of(event));
  }

  private long lastSeq(RunId id) {
    return jdbc.sql("select last_seq from run where id = :id")
        .param("id", id.value())
        .query(Long.class)
        .single();
  }

  private boolean isWritten(Ownership owned, StepMark mark) {
    return jdbc.sql(
            "select last_step from run where id = :id and epoch = :epoch and last_step = :mark")
        .param("id", owned.id().value())
        .param("epoch", owned.epoch())
        .param("mark", mark.value())
        .query(String.class)
        .optional()
        .isPresent();
  }
}

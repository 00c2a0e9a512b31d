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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/**
 * Moves runs from state to state, each with its event. Used within a transaction; every method
 * first locks the run's row, so that events get their places one after the other.
 */
final class RunStates {

  /** A step of an owner, once; what it sets besides is put in. */
  private static final String ADVANCE =
      "update run set last_step = :mark, last_seq = last_seq + :events, turns = turns + :turns,"
          + " tool_calls = tool_calls + :calls, input_tokens = input_tokens + :input,"
          + " output_tokens = output_tokens + :outputTokens%s where id = :id and epoch = :epoch"
          + " and status = 'running' and (last_step is null or last_step <> :mark)";

  private static final String END =
      "status = :status, stop_reason = :reason, output = :output, error = :error, ended_at = :now,"
          + " owner = null";

  private final JdbcClient jdbc;
  private final RunWrites writes;
  private final RunRows rows;

  RunStates(JdbcClient jdbc, RunWrites writes, RunRows rows) {
    this.jdbc = jdbc;
    this.writes = writes;
    this.rows = rows;
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
  Run claim(Run run, String owner, Instant now) {
    boolean first = run.startedAt() == null;
    int attempt = first ? run.attempt() : run.attempt() + 1;
    Instant started = first ? now : run.startedAt();
    Instant deadline =
        first ? RunRows.plus(started, run.limits().runTimeout().value()) : run.deadlineAt();
    RunEvent event =
        first ? new RunEvent.Started(owner, attempt) : new RunEvent.Resumed(owner, attempt);
    String update =
        "update run set status = 'running', owner = :owner, epoch = epoch + 1, attempt = :attempt,"
            + " started_at = :started, deadline_at = :deadline, queue_deadline_at = null,"
            + " last_seq = last_seq + :events where id = :id";
    return writes
        .writeWhole(
            run.id(),
            update,
            values ->
                values
                    .param("owner", owner)
                    .param("attempt", attempt)
                    .param("started", at(started))
                    .param("deadline", at(deadline)),
            List.of(new Happened(event, now)))
        .orElseThrow()
        .run();
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
    if (changed == 0) {
      mustBeWritten(owned, mark);
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
   * Writes the events of an owner's step and adds what it used.
   *
   * @param beside is written in the same statement
   * @return the place of the last event; empty if the step was written before
   */
  Optional<Long> advance(Ownership owned, Step step, StepMark mark, Instant now, Beside beside) {
    Optional<Long> last =
        writes.write(
            owned.id(),
            ADVANCE.formatted(""),
            values -> step(values, owned, step, mark),
            step.all(now),
            beside);
    if (last.isEmpty()) {
      mustBeWritten(owned, mark);
    }
    return last;
  }

  /** Ends an owner's run with its last step; empty if that was written before. */
  Optional<RunWrites.Written> end(
      Ownership owned, Step step, StepMark mark, Ending ending, Instant now) {
    List<Happened> all = new ArrayList<>(step.all(now));
    all.add(new Happened(finished(RunStatus.RUNNING, ending), now));
    Optional<RunWrites.Written> ended =
        writes.writeWhole(
            owned.id(),
            ADVANCE.formatted(", " + END),
            values -> ending(step(values, owned, step, mark), RunStatus.RUNNING, ending, now),
            all);
    if (ended.isEmpty()) {
      mustBeWritten(owned, mark);
    }
    return ended;
  }

  private static StatementSpec step(
      StatementSpec values, Ownership owned, Step step, StepMark mark) {
    RunUsage used = step.used();
    return values
        .param("mark", mark.value())
        .param("turns", used.turns())
        .param("calls", used.toolCalls())
        .param("input", used.inputTokens())
        .param("outputTokens", used.outputTokens())
        .param("epoch", owned.epoch());
  }

  private static StatementSpec ending(
      StatementSpec values, RunStatus from, Ending ending, Instant now) {
    return values
        .param("status", status(from, ending.reason()).wireName())
        .param("reason", ending.reason().wireName())
        .param("output", ending.output())
        .param("error", ending.error())
        .param("now", at(now));
  }

  private void mustBeWritten(Ownership owned, StepMark mark) {
    if (!isWritten(owned, mark)) {
      throw new StaleOwnerException(owned.id(), owned.epoch());
    }
  }

  /** Notes that a locked run, which has not ended, is asked to stop; a queued one ends at once. */
  void requestCancel(Run run, @Nullable String reason, Instant now) {
    boolean running = run.status() == RunStatus.RUNNING;
    writes.write(
        run.id(),
        "update run set cancel_requested_at = :now, last_seq = last_seq + :events where id = :id",
        values -> values.param("now", at(now)),
        running ? List.of(new Happened(new RunEvent.Cancelling(reason), now)) : List.of());
    if (!running) {
      endQueued(run.id(), new Ending(StopReason.CANCELLED, null, reason), now);
    }
  }

  /** Ends a locked run that waits. */
  void endQueued(RunId id, Ending ending, Instant now) {
    writes.writeWhole(
        id,
        "update run set "
            + END
            + ", last_seq = last_seq + :events where id = :id and status = 'queued'",
        values -> ending(values, RunStatus.QUEUED, ending, now),
        List.of(new Happened(finished(RunStatus.QUEUED, ending), now)));
  }

  /** The last event of a run that ends while it is in that state. */
  private static RunEvent finished(RunStatus from, Ending ending) {
    StopReason reason = ending.reason();
    return new RunEvent.Finished(
        status(from, reason).wireName(), reason.wireName(), ending.error());
  }

  private static RunStatus status(RunStatus from, StopReason reason) {
    return RunTransitions.next(from, RunTransitions.ending(reason))
        .orElseThrow(() -> new IllegalStateException(from + " can not end by " + reason));
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

package io.outlast.journal;

import static io.outlast.journal.Columns.at;

import io.outlast.run.NewRun;
import io.outlast.run.Run;
import io.outlast.run.RunEvent;
import io.outlast.run.RunId;
import io.outlast.run.RunStatus;
import io.outlast.run.RunTransitions;
import io.outlast.run.RunUsage;
import io.outlast.run.StopReason;
import io.outlast.run.ToolCallRecord;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** The journal in a relational database: H2 or PostgreSQL. */
final class JdbcJournal implements Journal {

  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;
  private final Clock clock;
  private final JournalTail tail;
  private final RunRows runs;
  private final EventRows events;
  private final ToolCallRows calls;
  private final AcceptedRuns accepted;

  JdbcJournal(
      JdbcClient jdbc,
      TransactionTemplate transaction,
      JsonMapper json,
      Clock clock,
      JournalTail tail) {
    this.jdbc = jdbc;
    this.transaction = transaction;
    this.clock = clock;
    this.tail = tail;
    this.runs = new RunRows(json);
    this.events = new EventRows(jdbc, new EventCodec(json));
    this.calls = new ToolCallRows(jdbc);
    this.accepted = new AcceptedRuns(jdbc, json, events);
  }

  @Override
  public Run accept(NewRun run) {
    RunId id = RunId.create();
    return written(
        id,
        () -> {
          accepted.insert(id, run, now());
          return find(id).orElseThrow();
        });
  }

  @Override
  public Acceptance accept(NewRun run, RequestKey key) {
    RunId id = RunId.create();
    while (true) {
      Optional<Acceptance> before = known(key);
      if (before.isPresent()) {
        return before.get();
      }
      try {
        return written(
            id,
            () -> {
              accepted.insert(id, run, now());
              accepted.remember(id, key, now());
              return new Acceptance.New(find(id).orElseThrow());
            });
      } catch (DuplicateKeyException e) {
        // The same request came in at the same time and was faster: it is known by now.
      }
    }
  }

  private Optional<Acceptance> known(RequestKey key) {
    return accepted
        .known(key)
        .flatMap(known ->
            find(known.runId())
                .map(run ->
                    known.fingerprint().equals(key.fingerprint())
                        ? new Acceptance.Repeated(run)
                        : new Acceptance.Conflict(run)));
  }

  @Override
  public int forgetRequestsBefore(Instant instant) {
    return accepted.forgetBefore(instant);
  }

  @Override
  public Optional<Run> find(RunId id) {
    return jdbc.sql("select * from run where id = :id")
        .param("id", id.value())
        .query(runs)
        .optional();
  }

  @Override
  public List<Run> list(RunFilter filter, int limit) {
    return RunSearch.of(filter).run(jdbc, runs, limit);
  }

  @Override
  public List<JournalEntry> events(RunId id, long after, int limit) {
    return events.page(id, after, limit);
  }

  @Override
  public List<ToolCallRecord> toolCalls(RunId id, long after, int limit) {
    return calls.page(id, after, limit);
  }

  @Override
  public Optional<ToolCallRecord> toolCall(RunId id, String callId) {
    return calls.one(id, callId);
  }

  @Override
  public List<ToolCallRecord> allToolCalls(RunId id) {
    return calls.all(id);
  }

  @Override
  public Optional<RunId> nextDue(Instant now) {
    return jdbc.sql(
            "select id from run where status = 'queued' and (start_after is null or start_after <="
                + " :now) order by id limit 1")
        .param("now", at(now))
        .query(JdbcJournal::id)
        .optional();
  }

  @Override
  public Optional<Run> claim(RunId id, String owner, Duration lease) {
    Instant now = now();
    return written(
        id,
        () -> {
          Optional<Run> waiting = lock(id).filter(run -> run.status() == RunStatus.QUEUED);
          if (waiting.isEmpty()) {
            return Optional.empty();
          }
          Run run = waiting.get();
          boolean first = run.startedAt() == null;
          int attempt = first ? run.attempt() : run.attempt() + 1;
          Instant started = first ? now : run.startedAt();
          Instant deadline =
              first ? RunRows.plus(started, run.limits().runTimeout().value()) : run.deadlineAt();
          jdbc.sql(
                  "update run set status = 'running', owner = :owner, lease_until = :lease, epoch ="
                      + " epoch + 1, attempt = :attempt, started_at = :started, deadline_at ="
                      + " :deadline, last_seq = last_seq + 1 where id = :id")
              .param("owner", owner)
              .param("lease", at(now.plus(lease)))
              .param("attempt", attempt)
              .param("started", at(started))
              .param("deadline", at(deadline))
              .param("id", id.value())
              .update();
          RunEvent event =
              first ? new RunEvent.Started(owner, attempt) : new RunEvent.Resumed(owner, attempt);
          events.insert(id, lastSeq(id), now, List.of(event));
          return find(id);
        });
  }

  @Override
  public void append(Ownership owned, Step step) {
    written(
        owned.id(),
        () -> {
          write(owned, step);
          return step;
        });
  }

  @Override
  public void cancelSent(RunId id, String callId) {
    calls.cancelSent(id, callId);
  }

  @Override
  public Run finish(Ownership owned, Step lastStep, Ending ending) {
    return written(
        owned.id(),
        () -> {
          write(owned, lastStep);
          end(owned.id(), RunStatus.RUNNING, ending);
          return find(owned.id()).orElseThrow();
        });
  }

  @Override
  public void handBack(Ownership owned) {
    written(
        owned.id(),
        () -> {
          int changed =
              jdbc.sql(
                      "update run set status = 'queued', owner = null, lease_until = null where id ="
                          + " :id and epoch = :epoch and status = 'running'")
                  .param("id", owned.id().value())
                  .param("epoch", owned.epoch())
                  .update();
          if (changed == 0) {
            throw new StaleOwnerException(owned.id(), owned.epoch());
          }
          return owned;
        });
  }

  @Override
  public CancelAnswer requestCancel(RunId id, @Nullable String reason) {
    return written(
        id,
        () -> {
          Run run = lock(id).orElseThrow();
          if (run.status().isTerminal()) {
            return new CancelAnswer(run, true);
          }
          if (run.cancelRequestedAt() == null) {
            noteCancel(run, reason);
          }
          return new CancelAnswer(find(id).orElseThrow(), false);
        });
  }

  private void noteCancel(Run run, @Nullable String reason) {
    Instant now = now();
    boolean running = run.status() == RunStatus.RUNNING;
    jdbc.sql(
            "update run set cancel_requested_at = :now, last_seq = last_seq + :events where id ="
                + " :id")
        .param("now", at(now))
        .param("events", running ? 1 : 0)
        .param("id", run.id().value())
        .update();
    if (running) {
      events.insert(run.id(), lastSeq(run.id()), now, List.of(new RunEvent.Cancelling(reason)));
    } else {
      end(run.id(), RunStatus.QUEUED, new Ending(StopReason.CANCELLED, null, reason));
    }
  }

  @Override
  public List<RunId> expireQueued(Instant now) {
    List<RunId> late =
        jdbc.sql(
                "select id from run where status = 'queued' and started_at is null and"
                    + " queue_deadline_at <= :now")
            .param("now", at(now))
            .query(JdbcJournal::id)
            .list();
    return late.stream().filter(this::expire).toList();
  }

  private boolean expire(RunId id) {
    return written(
        id,
        () -> {
          Optional<Run> run = lock(id).filter(it -> it.status() == RunStatus.QUEUED);
          run.ifPresent(waiting ->
              end(
                  id,
                  RunStatus.QUEUED,
                  new Ending(
                      StopReason.QUEUE_TIMEOUT,
                      null,
                      "The run was not started within its queue timeout of "
                          + waiting.limits().queueTimeout().value())));
          return run.isPresent();
        });
  }

  @Override
  public void heartbeat(String owner, Duration lease) {
    jdbc.sql("update run set lease_until = :until where owner = :owner and status = 'running'")
        .param("until", at(now().plus(lease)))
        .param("owner", owner)
        .update();
  }

  @Override
  public List<RunId> cancelRequested(String owner) {
    return jdbc.sql(
            "select id from run where owner = :owner and status = 'running' and cancel_requested_at"
                + " is not null")
        .param("owner", owner)
        .query(JdbcJournal::id)
        .list();
  }

  @Override
  public List<RunId> reviveAbandoned(Instant leasesBefore) {
    List<Ownership> abandoned =
        jdbc.sql("select id, epoch from run where status = 'running' and lease_until < :before")
            .param("before", at(leasesBefore))
            .query((row, number) ->
                new Ownership(new RunId(row.getString("id")), row.getLong("epoch")))
            .list();
    List<RunId> revived = new ArrayList<>();
    for (Ownership lost : abandoned) {
      try {
        handBack(lost);
        revived.add(lost.id());
      } catch (StaleOwnerException e) {
        // Another process was faster.
      }
    }
    return revived;
  }

  @Override
  public boolean delete(RunId id) {
    return written(
        id,
        () ->
            jdbc.sql("delete from run where id = :id and status not in ('queued', 'running')")
                    .param("id", id.value())
                    .update()
                > 0);
  }

  @Override
  public int deleteEndedBefore(Instant instant) {
    return jdbc.sql("delete from run where ended_at < :before")
        .param("before", at(instant))
        .update();
  }

  @Override
  public long countQueued() {
    return jdbc.sql("select count(*) from run where status = 'queued'").query(Long.class).single();
  }

  /** The first statement locks the run's row, so that places are given one after the other. */
  private void write(Ownership owned, Step step) {
    RunUsage used = step.used();
    int changed =
        jdbc.sql(
                "update run set last_seq = last_seq + :events, turns = turns + :turns, tool_calls ="
                    + " tool_calls + :calls, input_tokens = input_tokens + :input, output_tokens ="
                    + " output_tokens + :output where id = :id and epoch = :epoch and status ="
                    + " 'running'")
            .param("events", step.events().size())
            .param("turns", used.turns())
            .param("calls", used.toolCalls())
            .param("input", used.inputTokens())
            .param("output", used.outputTokens())
            .param("id", owned.id().value())
            .param("epoch", owned.epoch())
            .update();
    if (changed == 0) {
      throw new StaleOwnerException(owned.id(), owned.epoch());
    }
    long first = step.events().isEmpty() ? 0 : lastSeq(owned.id()) - step.events().size() + 1;
    events.insert(owned.id(), first, now(), step.events());
    for (ToolCallRecord call : step.newCalls()) {
      calls.insert(owned.id(), first + placeOf(call, step.events()), call);
    }
    step.endedCalls().forEach(calls::end);
  }

  /** A new call stands where its first event stands. */
  private static int placeOf(ToolCallRecord call, List<RunEvent> events) {
    for (int i = 0; i < events.size(); i++) {
      if (events.get(i) instanceof RunEvent.ToolDispatched dispatched
          && dispatched.callId().equals(call.id())) {
        return i;
      }
      if (events.get(i) instanceof RunEvent.ToolFinished finished
          && finished.callId().equals(call.id())) {
        return i;
      }
    }
    throw new IllegalArgumentException("No event goes with the new tool call " + call.id());
  }

  private void end(RunId id, RunStatus from, Ending ending) {
    StopReason reason = ending.reason();
    RunStatus to =
        RunTransitions.next(from, RunTransitions.ending(reason))
            .orElseThrow(() -> new IllegalStateException(from + " can not end by " + reason));
    Instant now = now();
    jdbc.sql(
            "update run set status = :status, stop_reason = :reason, output = :output, error ="
                + " :error, ended_at = :now, owner = null, lease_until = null, last_seq = last_seq +"
                + " 1 where id = :id and status = :from")
        .param("status", to.wireName())
        .param("reason", reason.wireName())
        .param("output", ending.output())
        .param("error", ending.error())
        .param("now", at(now))
        .param("id", id.value())
        .param("from", from.wireName())
        .update();
    RunEvent finished = new RunEvent.Finished(to.wireName(), reason.wireName(), ending.error());
    events.insert(id, lastSeq(id), now, List.of(finished));
  }

  private Optional<Run> lock(RunId id) {
    return jdbc.sql("select * from run where id = :id for update")
        .param("id", id.value())
        .query(runs)
        .optional();
  }

  private long lastSeq(RunId id) {
    return jdbc.sql("select last_seq from run where id = :id")
        .param("id", id.value())
        .query(Long.class)
        .single();
  }

  private <T> T written(RunId id, Supplier<T> work) {
    T result = Objects.requireNonNull(transaction.execute(status -> work.get()));
    tail.grew(id);
    return result;
  }

  private static RunId id(ResultSet row, int number) throws SQLException {
    return new RunId(row.getString("id"));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}

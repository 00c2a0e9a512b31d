package io.outlast.journal;

import static io.outlast.journal.Columns.at;

import io.outlast.run.NewRun;
import io.outlast.run.Run;
import io.outlast.run.RunEvent;
import io.outlast.run.RunId;
import io.outlast.run.RunStatus;
import io.outlast.run.StopReason;
import io.outlast.run.ToolCallRecord;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
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
  private final RunStates states;
  private final Patience patience = new Patience();

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
    this.states = new RunStates(jdbc, runs, events);
  }

  @Override
  public Run accept(NewRun run, Consumer<Run> within) {
    RunId id = RunId.create();
    return written(id, () -> insert(id, run, within));
  }

  @Override
  public Acceptance accept(NewRun run, RequestKey key, Consumer<Run> within) {
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
              Run inserted = insert(id, run, within);
              accepted.remember(id, key, now());
              return new Acceptance.New(inserted);
            });
      } catch (DuplicateKeyException e) {
        // The same request came in at the same time and was faster: it is known by now.
      }
    }
  }

  private Run insert(RunId id, NewRun run, Consumer<Run> within) {
    accepted.insert(id, run, now());
    Run inserted = find(id).orElseThrow();
    within.accept(inserted);
    return inserted;
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
  public Map<RunId, Long> heads(Collection<RunId> ids) {
    return events.heads(ids);
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
  public Optional<Run> claim(RunId id, String owner) {
    return written(
        id,
        () -> {
          Optional<Run> waiting = states.lockQueued(id);
          waiting.ifPresent(run -> states.claim(run, owner, now()));
          return waiting.flatMap(run -> find(id));
        });
  }

  @Override
  public void append(Ownership owned, Step step) {
    StepMark mark = StepMark.create();
    patiently(owned.id(), () -> write(owned, step, mark));
  }

  @Override
  public void cancelSent(RunId id, String callId) {
    patience.untilDone(id, () -> calls.cancelSent(id, callId));
  }

  @Override
  public Run finish(Ownership owned, Step lastStep, Ending ending) {
    StepMark mark = StepMark.create();
    return patiently(
        owned.id(),
        () -> {
          if (write(owned, lastStep, mark)) {
            states.end(owned.id(), RunStatus.RUNNING, ending, now());
          }
          return find(owned.id()).orElseThrow();
        });
  }

  @Override
  public void handBack(Ownership owned) {
    StepMark mark = StepMark.create();
    patiently(
        owned.id(),
        () -> {
          states.handBack(owned, mark);
          return owned;
        });
  }

  @Override
  public boolean takeBack(RunId id) {
    return written(id, () -> states.takeBack(id));
  }

  @Override
  public CancelAnswer requestCancel(RunId id, @Nullable String reason) {
    return written(
        id,
        () -> {
          Run run = states.lock(id).orElseThrow(() -> new UnknownRunException(id));
          if (run.status().isTerminal()) {
            return new CancelAnswer(run, true);
          }
          if (run.cancelRequestedAt() == null) {
            states.requestCancel(run, reason, now());
          }
          return new CancelAnswer(find(id).orElseThrow(), false);
        });
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
          Optional<Run> run = states.lockQueued(id);
          run.ifPresent(waiting ->
              states.end(
                  id,
                  RunStatus.QUEUED,
                  new Ending(
                      StopReason.QUEUE_TIMEOUT,
                      null,
                      "The run was not started within its queue timeout of "
                          + waiting.limits().queueTimeout().value()),
                  now()));
          return run.isPresent();
        });
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
    int deleted = 0;
    int more;
    do {
      // In small bites: nobody else waits for long, and the database's log stays short.
      more =
          jdbc.sql(
                  "delete from run where id in (select id from run where ended_at < :before order by"
                      + " ended_at limit 200)")
              .param("before", at(instant))
              .update();
      deleted += more;
    } while (more > 0);
    return deleted;
  }

  @Override
  public long countQueued() {
    return jdbc.sql("select count(*) from run where status = 'queued'").query(Long.class).single();
  }

  /** False if the step was written before. */
  private boolean write(Ownership owned, Step step, StepMark mark) {
    OptionalLong place = states.advance(owned, step, mark);
    if (place.isEmpty()) {
      return false;
    }
    long first = place.getAsLong();
    events.insert(owned.id(), first, now(), step.events());
    for (ToolCallRecord call : step.newCalls()) {
      calls.insert(owned.id(), first + placeOf(call, step.events()), call);
    }
    step.endedCalls().forEach(call -> calls.end(owned.id(), call));
    return true;
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

  /** An owner's write, which waits for a database that is away. */
  private <T> T patiently(RunId id, Supplier<T> work) {
    return patience.untilDone(id, () -> written(id, work));
  }

  private <T> T written(RunId id, Supplier<T> work) {
    T result = Objects.requireNonNull(transaction.execute(status -> work.get()));
    afterCommit(() -> tail.grew(id));
    return result;
  }

  /** Whoever is woken must find what was written: within a caller's transaction it is too early. */
  private static void afterCommit(Runnable work) {
    if (!TransactionSynchronizationManager.isSynchronizationActive()) {
      work.run();
      return;
    }
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            work.run();
          }
        });
  }

  private static RunId id(ResultSet row, int number) throws SQLException {
    return new RunId(row.getString("id"));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}

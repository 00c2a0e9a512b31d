package io.outlast.journal;

import static io.outlast.journal.Columns.at;

import io.outlast.run.NewRun;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import io.outlast.run.StopReason;
import io.outlast.run.ToolCallRecord;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionOperations;
import tools.jackson.databind.json.JsonMapper;

/** The journal in a relational database: H2 or PostgreSQL. */
final class JdbcJournal implements Journal {

  private final JdbcClient jdbc;
  private final TransactionOperations transaction;
  private final Clock clock;
  private final RunRows runs;
  private final EventRows events;
  private final ToolCallRows calls;
  private final AcceptedRuns accepted;
  private final RunStates states;
  private final Patience patience = new Patience();

  JdbcJournal(
      JdbcClient jdbc,
      boolean postgres,
      TransactionOperations transaction,
      JsonMapper json,
      Clock clock,
      JournalTail tail) {
    this.jdbc = jdbc;
    this.transaction = transaction;
    this.clock = clock;
    this.runs = new RunRows(json);
    this.events = new EventRows(jdbc, new EventCodec(json), tail);
    this.calls = new ToolCallRows(jdbc, postgres);
    RunWrites writes = new RunWrites(jdbc, events, runs, postgres);
    this.accepted = new AcceptedRuns(jdbc, writes, json);
    this.states = new RunStates(jdbc, writes, runs);
  }

  @Override
  public Run accept(NewRun run, Consumer<Run> within) {
    RunId id = RunId.create();
    return written(() -> insert(id, run, within));
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
        return written(() -> {
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
    Run inserted = accepted.insert(id, run, now());
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
  public Set<RunId> active(Collection<RunId> ids) {
    return ids.isEmpty()
        ? Set.of()
        : new HashSet<>(
            jdbc.sql("select id from run where id in (:ids) and status in ('queued', 'running')")
                .param("ids", ids.stream().map(RunId::value).toList())
                .query(JdbcJournal::id)
                .list());
  }

  @Override
  public List<JournalEntry> news(Map<RunId, Long> seen, int limit) {
    return events.news(seen, limit);
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
  public Optional<Run> claim(RunId id, String owner, Predicate<Run> ifSo) {
    return written(
        () -> states.lockQueued(id).filter(ifSo).map(run -> states.claim(run, owner, now())));
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
  public Run finish(Ownership owned, Step lastStep, Ending ending, Runnable within) {
    StepMark mark = StepMark.create();
    return patiently(
        owned.id(),
        () -> {
          Instant now = now();
          Optional<RunWrites.Written> ended = states.end(owned, lastStep, mark, ending, now);
          if (ended.isEmpty()) {
            // Written before, although that was not confirmed.
            return find(owned.id()).orElseThrow();
          }
          writeCalls(owned.id(), ended.get().lastSeq() - 1, lastStep);
          within.run();
          return ended.get().run();
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
    return written(() -> states.takeBack(id));
  }

  @Override
  public CancelAnswer requestCancel(RunId id, @Nullable String reason) {
    return written(() -> {
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
    return written(() -> {
      Optional<Run> run = states.lockQueued(id);
      run.ifPresent(waiting ->
          states.endQueued(
              id,
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
    return written(() ->
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
    Beside call = calls.beside(step);
    Optional<Long> last = states.advance(owned, step, mark, now(), call);
    if (call.isNothing()) {
      last.ifPresent(place -> writeCalls(owned.id(), place, step));
    }
    return last.isPresent();
  }

  /**
   * @param last the place of the step's last event
   */
  private void writeCalls(RunId id, long last, Step step) {
    long first = last - step.earlier().size() - step.events().size() + 1;
    step.newCalls().forEach(call -> calls.insert(id, first + step.placeOf(call), call));
    step.endedCalls().forEach(call -> calls.end(id, call));
  }

  /** An owner's write, which waits for a database that is away. */
  private <T> T patiently(RunId id, Supplier<T> work) {
    return patience.untilDone(id, () -> written(work));
  }

  private <T> T written(Supplier<T> work) {
    return Objects.requireNonNull(transaction.execute(status -> work.get()));
  }

  private static RunId id(ResultSet row, int number) throws SQLException {
    return new RunId(row.getString("id"));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}

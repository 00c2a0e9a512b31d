package io.outlast.queue;

import io.outlast.run.RunId;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The leases in db-scheduler's table of runs. Thread-safe; blocks on the database. */
final class QueueTable {

  static final String NAME = "run_queue";
  static final String TASK = "run";

  /** The time of runs that wait for room among their agent's. */
  private static final OffsetDateTime PARKED = OffsetDateTime.parse("9999-01-01T00:00:00Z");

  /** As many parameters as both databases like in one statement. */
  private static final int BATCH = 500;

  private static final String FREE =
      "update run_queue set picked = false, picked_by = null, last_heartbeat = null, version ="
          + " version + 1 where task_name = 'run' and picked = true";

  private final JdbcClient jdbc;
  private final String owner;

  QueueTable(JdbcClient jdbc, Owner owner) {
    this.jdbc = jdbc;
    this.owner = owner.name();
  }

  /** Lets a new run wait from then on, as db-scheduler would write it. */
  void add(RunId id, Instant due, int priority) {
    jdbc.sql(
            "insert into run_queue (task_name, task_instance, execution_time, picked, version,"
                + " priority) values ('run', :id, :due, false, 1, :priority)")
        .param("id", id.value())
        .param("due", due.atOffset(ZoneOffset.UTC))
        .param("priority", priority)
        .update();
  }

  /** Takes a waiting run, whatever waits before it. */
  Optional<Lease> take(RunId id, Instant now) {
    int taken =
        jdbc.sql(
                "update run_queue set picked = true, picked_by = :owner, last_heartbeat = :now,"
                    + " version = version + 1 where task_name = 'run' and task_instance = :id and"
                    + " picked = false")
            .param("owner", owner)
            .param("now", now.atOffset(ZoneOffset.UTC))
            .param("id", id.value())
            .update();
    return taken == 0
        ? Optional.empty()
        : jdbc.sql(
                "select version from run_queue where task_name = 'run' and task_instance = :id and"
                    + " picked_by = :owner")
            .param("id", id.value())
            .param("owner", owner)
            .query(Long.class)
            .optional()
            .map(version -> new Lease(id, version));
  }

  /** Whether the lease holds; if so, nobody can take it until the end of the transaction. */
  boolean holds(Lease lease) {
    return jdbc.sql(
            "select version from run_queue where task_name = 'run' and task_instance = :id and"
                + " version = :version and picked_by = :owner for update")
        .param("id", lease.id().value())
        .param("version", lease.version())
        .param("owner", owner)
        .query(Long.class)
        .optional()
        .isPresent();
  }

  /** The heartbeat of these runs; gives those of them that are still this process's. */
  Set<RunId> prolong(Collection<RunId> ids, Instant now) {
    List<String> all = ids.stream().map(RunId::value).toList();
    int prolonged = 0;
    for (int i = 0; i < all.size(); i += BATCH) {
      prolonged +=
          jdbc.sql(
                  "update run_queue set last_heartbeat = :now where task_name = 'run' and picked_by"
                      + " = :owner and task_instance in (:ids)")
              .param("now", now.atOffset(ZoneOffset.UTC))
              .param("owner", owner)
              .param("ids", all.subList(i, Math.min(all.size(), i + BATCH)))
              .update();
    }
    return prolonged == all.size() ? Set.copyOf(ids) : held();
  }

  private Set<RunId> held() {
    return new HashSet<>(
        jdbc.sql(
                "select task_instance from run_queue where task_name = 'run' and picked_by = :owner")
            .param("owner", owner)
            .query((row, number) -> new RunId(row.getString("task_instance")))
            .list());
  }

  /** Leases without a heartbeat since then. */
  List<Lease> silentSince(Instant instant) {
    return jdbc.sql(
            "select task_instance, version from run_queue where task_name = 'run' and picked = true"
                + " and last_heartbeat <= :before order by execution_time")
        .param("before", instant.atOffset(ZoneOffset.UTC))
        .query((row, number) ->
            new Lease(new RunId(row.getString("task_instance")), row.getLong("version")))
        .list();
  }

  /** Lets the run wait again in its old place; false when the lease is not the table's. */
  boolean free(Lease lease) {
    return jdbc.sql(FREE + " and task_instance = :id and version = :version")
            .param("id", lease.id().value())
            .param("version", lease.version())
            .update()
        > 0;
  }

  /**
   * Until the end of the transaction no other process counts or claims runs of this agent.
   *
   * @return how many are under way
   */
  long countExclusively(String agent) {
    jdbc.sql(
            "merge into agent_gate g using (select cast(:agent as varchar(63)) as agent) a on"
                + " g.agent = a.agent when not matched then insert (agent) values (a.agent)")
        .param("agent", agent)
        .update();
    jdbc.sql("select agent from agent_gate where agent = :agent for update")
        .param("agent", agent)
        .query(String.class)
        .single();
    return jdbc.sql("select count(*) from run where agent = :agent and status = 'running'")
        .param("agent", agent)
        .query(Long.class)
        .single();
  }

  /** Lets the run wait until a run of its agent makes room. */
  void park(Lease lease) {
    jdbc.sql(
            "update run_queue set execution_time = :parked, picked = false, picked_by = null,"
                + " last_heartbeat = null, version = version + 1 where task_name = 'run' and"
                + " task_instance = :id and version = :version")
        .param("parked", PARKED)
        .param("id", lease.id().value())
        .param("version", lease.version())
        .update();
  }

  /**
   * Lets the first parked run of this agent, or of each if null, wait in its old place; returns how
   * many.
   */
  int unpark(@Nullable String agent) {
    List<String> first =
        jdbc.sql(
                "select q.task_instance from run_queue q join run r on r.id = q.task_instance where"
                    + " q.execution_time = :parked and (cast(:agent as varchar(63)) is null or"
                    + " r.agent = :agent) and not exists (select 1 from run_queue b join run s on"
                    + " s.id = b.task_instance where b.execution_time = :parked and s.agent ="
                    + " r.agent and (b.priority > q.priority or b.priority = q.priority and s.id <"
                    + " r.id))")
            .param("parked", PARKED)
            .param("agent", agent)
            .query((row, number) -> row.getString("task_instance"))
            .list();
    first.forEach(id ->
        jdbc.sql(
                "update run_queue set execution_time = (select coalesce(start_after, created_at)"
                    + " from run where id = :id), version = version + 1 where task_name = 'run' and"
                    + " task_instance = :id and picked = false")
            .param("id", id)
            .update());
    return first.size();
  }

  /** A run that has ended leaves the queue. */
  void remove(Lease lease) {
    jdbc.sql(
            "delete from run_queue where task_name = 'run' and task_instance = :id and version ="
                + " :version")
        .param("id", lease.id().value())
        .param("version", lease.version())
        .update();
  }

  /** A run that ended without ever being held leaves the queue. */
  void removeWaiting(RunId id) {
    jdbc.sql(
            "delete from run_queue where task_name = 'run' and task_instance = :id and picked ="
                + " false")
        .param("id", id.value())
        .update();
  }
}

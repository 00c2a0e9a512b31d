package io.outlast.schedule;

import io.outlast.run.RunId;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What is kept of each schedule beside its next instant. Thread-safe; blocks on the database. */
final class ScheduleRows {

  /** What there is to know of a schedule that never fired. */
  static final Past NONE = new Past(false, null, null);

  /**
   * @param lastFireAt when the last run that it started by itself was due
   * @param lastRun the last run, also one by hand
   */
  record Past(boolean paused, @Nullable Instant lastFireAt, @Nullable RunId lastRun) {}

  private final JdbcClient jdbc;

  ScheduleRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  Map<String, Past> all() {
    Map<String, Past> all = new HashMap<>();
    jdbc.sql("select agent, paused, last_fire_at, last_run from agent_schedule")
        .query(row -> {
          OffsetDateTime fired = row.getObject("last_fire_at", OffsetDateTime.class);
          String run = row.getString("last_run");
          all.put(
              row.getString("agent"),
              new Past(
                  row.getBoolean("paused"),
                  fired == null ? null : fired.toInstant(),
                  run == null ? null : new RunId(run)));
        });
    return all;
  }

  Past of(String agent) {
    return all().getOrDefault(agent, NONE);
  }

  void pause(String agent, boolean paused) {
    touch(agent);
    jdbc.sql("update agent_schedule set paused = :paused where agent = :agent")
        .param("paused", paused)
        .param("agent", agent)
        .update();
  }

  void fired(String agent, Instant due, RunId run) {
    touch(agent);
    jdbc.sql("update agent_schedule set last_fire_at = :due, last_run = :run where agent = :agent")
        .param("due", due.atOffset(ZoneOffset.UTC))
        .param("run", run.value())
        .param("agent", agent)
        .update();
  }

  void startedByHand(String agent, RunId run) {
    touch(agent);
    jdbc.sql("update agent_schedule set last_run = :run where agent = :agent")
        .param("run", run.value())
        .param("agent", agent)
        .update();
  }

  private void touch(String agent) {
    jdbc.sql(
            "merge into agent_schedule s using (select cast(:agent as varchar(63)) as agent) a on"
                + " s.agent = a.agent when not matched then insert (agent, paused) values"
                + " (a.agent, false)")
        .param("agent", agent)
        .update();
  }
}

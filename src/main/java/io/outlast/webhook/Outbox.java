package io.outlast.webhook;

import io.outlast.run.RunId;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The messages that are to be sent. One is written with its run and becomes due when that has
 * ended, however it does, so there is no moment at which it could be forgotten. Thread-safe; blocks
 * on the database.
 */
final class Outbox {

  /** Enough to find the messages of others behind those of one receiver that hangs. */
  private static final int AT_ONCE = 500;

  private final JdbcClient jdbc;

  Outbox(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * A message that is due.
   *
   * @param attempts those made before
   */
  record Due(RunId run, String url, int attempts) {}

  List<Due> due(Instant now) {
    return jdbc.sql(
            "select w.run_id, w.url, w.attempts from run_webhook w join run r on r.id = w.run_id"
                + " where w.status = 'pending' and w.next_at <= :now and r.ended_at is not null"
                + " order by w.next_at limit "
                + AT_ONCE)
        .param("now", at(now))
        .query((row, number) ->
            new Due(
                new RunId(row.getString("run_id")), row.getString("url"), row.getInt("attempts")))
        .list();
  }

  /** Part of the transaction that accepts the run. */
  void put(RunId run, String url, Instant now) {
    jdbc.sql(
            "insert into run_webhook (run_id, url, status, attempts, next_at) values (:run, :url,"
                + " 'pending', 0, :now)")
        .param("run", run.value())
        .param("url", url)
        .param("now", at(now))
        .update();
  }

  /** Makes the next attempt the caller's; false when another process was faster. */
  boolean claim(Due due, Instant next) {
    return jdbc.sql(
                "update run_webhook set attempts = attempts + 1, next_at = :next where run_id = :run and"
                    + " attempts = :attempts and status = 'pending'")
            .param("next", at(next))
            .param("run", due.run().value())
            .param("attempts", due.attempts())
            .update()
        > 0;
  }

  /** Writes what came of the attempt that was claimed. */
  void attempted(Due due, WebhookAttempt attempt, WebhookStatus status) {
    jdbc.sql(
            "insert into run_webhook_attempt (run_id, number, at, status, error, duration_ms)"
                + " values (:run, :number, :at, :status, :error, :duration)")
        .param("run", due.run().value())
        .param("number", attempt.number())
        .param("at", at(attempt.at()))
        .param("status", attempt.status())
        .param("error", attempt.error())
        .param("duration", attempt.duration().toMillis())
        .update();
    jdbc.sql("update run_webhook set status = :status where run_id = :run")
        .param("status", status.wireName())
        .param("run", due.run().value())
        .update();
  }

  Optional<Webhook> find(RunId run) {
    return jdbc.sql("select url, status, attempts, next_at from run_webhook where run_id = :run")
        .param("run", run.value())
        .query((row, number) -> {
          WebhookStatus status = WebhookStatus.of(row.getString("status"));
          return new Webhook(
              row.getString("url"),
              status,
              status == WebhookStatus.PENDING
                  ? instant(row.getObject("next_at", OffsetDateTime.class))
                  : null,
              attempts(run));
        })
        .optional();
  }

  private List<WebhookAttempt> attempts(RunId run) {
    return jdbc.sql(
            "select number, at, status, error, duration_ms from run_webhook_attempt where run_id ="
                + " :run order by number")
        .param("run", run.value())
        .query((row, number) ->
            new WebhookAttempt(
                row.getInt("number"),
                row.getObject("at", OffsetDateTime.class).toInstant(),
                (Integer) row.getObject("status"),
                row.getString("error"),
                Duration.ofMillis(row.getLong("duration_ms"))))
        .list();
  }

  private static @Nullable Instant instant(@Nullable OffsetDateTime time) {
    return time == null ? null : time.toInstant();
  }

  private static OffsetDateTime at(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}

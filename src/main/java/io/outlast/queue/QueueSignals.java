package io.outlast.queue;

import io.outlast.run.RunId;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What processes on one PostgreSQL tell each other at once: there is work, a run is to stop.
 * Whoever does not hear it finds out by polling. Without PostgreSQL it says nothing. Thread-safe.
 *
 * <p>PostgreSQL, LISTEN and NOTIFY: heard when the sender's transaction commits.
 */
final class QueueSignals {

  private static final Logger log = LoggerFactory.getLogger(QueueSignals.class);

  private static final String CHANNEL = "outlast_queue";
  private static final String WORK = "work";
  private static final Duration LISTEN = Duration.ofSeconds(10);
  private static final Duration AFTER_TROUBLE = Duration.ofSeconds(1);

  private final JdbcClient jdbc;
  private final DataSource database;
  private final boolean possible;
  private final String owner;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile @Nullable Thread listener;

  QueueSignals(JdbcClient jdbc, DataSource database, QueueDialect dialect, Owner owner) {
    this.jdbc = jdbc;
    this.database = database;
    this.possible = dialect.postgres();
    this.owner = owner.name();
  }

  /** Part of the caller's transaction, if there is one. */
  void work() {
    send(WORK);
  }

  /** Part of the caller's transaction, if there is one. */
  void cancel(RunId id) {
    send(id.value());
  }

  /** Hears what other processes say, on a thread of its own; neither may block. */
  void listen(Runnable work, Consumer<RunId> cancel) {
    if (possible) {
      listener =
          Thread.ofVirtual().name("queue-signals").start(() -> listenUntilStopped(work, cancel));
    }
  }

  void stop() {
    stopped.countDown();
    Thread listening = listener;
    if (listening != null) {
      listening.interrupt();
    }
  }

  private void send(String what) {
    if (possible) {
      jdbc.sql("select pg_notify(:channel, :message)")
          .param("channel", CHANNEL)
          .param("message", owner + " " + what)
          .query((row, number) -> what)
          .list();
    }
  }

  private void listenUntilStopped(Runnable work, Consumer<RunId> cancel) {
    do {
      try (Connection connection = database.getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("listen " + CHANNEL);
        // What was said in between was not heard.
        work.run();
        PGConnection postgres = connection.unwrap(PGConnection.class);
        while (stopped.getCount() > 0) {
          PGNotification[] heard = postgres.getNotifications((int) LISTEN.toMillis());
          for (PGNotification notification : heard == null ? new PGNotification[0] : heard) {
            hear(notification.getParameter(), work, cancel);
          }
        }
      } catch (SQLException e) {
        log.debug("Nothing is heard of other processes for a while", e);
      }
    } while (!isStopped());
  }

  private void hear(String message, Runnable work, Consumer<RunId> cancel) {
    int space = message.indexOf(' ');
    if (message.substring(0, Math.max(0, space)).equals(owner)) {
      return;
    }
    String what = message.substring(space + 1);
    if (what.equals(WORK)) {
      work.run();
    } else {
      cancel.accept(new RunId(what));
    }
  }

  private boolean isStopped() {
    try {
      return stopped.await(AFTER_TROUBLE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      return true;
    }
  }
}

package io.outlast.journal;

import com.zaxxer.hikari.HikariDataSource;
import io.outlast.journal.Journal.Ownership;
import io.outlast.run.Limit;
import io.outlast.run.NewRun;
import io.outlast.run.Run;
import io.outlast.run.RunEvent;
import io.outlast.run.RunLimits;
import io.outlast.run.RunUsage;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** One step of two events, on disk when it returns, with the databases set as the service sets them. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class JournalAppendBenchmark {

  private static final int STEPS_OF_A_RUN = 100;

  @Param({"h2", "postgres"})
  String database;

  private EmbeddedPostgres postgres;
  private HikariDataSource pool;
  private AnnotationConfigApplicationContext context;
  private Journal journal;
  private Ownership run;
  private int steps;

  @Setup(Level.Trial)
  public void open() throws IOException {
    pool = new HikariDataSource();
    if (database.equals("postgres")) {
      postgres =
          EmbeddedPostgres.builder().setServerConfig("fsync", "on").setServerConfig("synchronous_commit", "on").start();
      pool.setJdbcUrl(postgres.getJdbcUrl("postgres", "postgres"));
    } else {
      pool.setJdbcUrl("jdbc:h2:file:" + Files.createTempDirectory("append").resolve("outlast") + ";WRITE_DELAY=0");
    }
    Flyway.configure().dataSource(pool).load().migrate();
    context = new AnnotationConfigApplicationContext();
    context.registerBean(DataSource.class, () -> pool);
    context.registerBean(JdbcClient.class, () -> JdbcClient.create(pool));
    context.registerBean(TransactionTemplate.class, () -> new TransactionTemplate(new JdbcTransactionManager(pool)));
    context.register(JournalConfiguration.class);
    context.refresh();
    journal = context.getBean(Journal.class);
    begin();
  }

  private void begin() {
    Limit<Duration> hour = new Limit<>(Duration.ofHours(1), "global");
    Limit<Integer> fifty = new Limit<>(50, "global");
    Limit<Long> none = new Limit<>(0L, "global");
    RunLimits limits =
        new RunLimits(hour, hour, hour, fifty, hour, hour, hour, fifty, fifty, none, none, fifty);
    Run accepted = journal.accept(new NewRun("bench", "x", Map.of(), limits, "{}", null, 0));
    Run claimed = journal.claim(accepted.id(), "bench").orElseThrow();
    run = new Ownership(claimed.id(), claimed.epoch());
    steps = 0;
  }

  @Benchmark
  public void append() {
    if (++steps == STEPS_OF_A_RUN) {
      begin();
    }
    journal.append(
        run,
        Step.of(
            List.of(
                new RunEvent.TurnStarted(steps),
                new RunEvent.ModelFinished(
                    steps, "fake", List.of(new RunEvent.Call("call_1", "fake__work", "{\"seconds\":0}")), 10, 5)),
            new RunUsage(1, 0, 10, 5)));
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    context.close();
    pool.close();
    if (postgres != null) {
      postgres.close();
    }
  }
}

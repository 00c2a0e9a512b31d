package io.outlast.worker;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outlast.agent.PlayedModel;
import io.outlast.agent.PlayedTools;
import io.outlast.agent.RunRequests;
import io.outlast.agent.TestLoop;
import io.outlast.journal.Journal;
import io.outlast.journal.JournalTail;
import io.outlast.journal.TestJournal;
import io.outlast.queue.Owner;
import io.outlast.queue.TestQueue;
import io.outlast.run.NewRun;
import io.outlast.run.Run;
import io.outlast.settings.LimitOverrides;
import java.time.Clock;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;

/** A worker on a real journal and queue, whose loop is played. */
final class WorkerStage {

  final DataSource database =
      JdbcConnectionPool.create(
          "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");
  final Journal journal = TestJournal.on(database, Clock.systemUTC(), new JournalTail());
  private final TestQueue.Parts parts = TestQueue.parts("here", database, journal);
  private final PlayedModel model;
  private final PlayedTools tools;

  WorkerStage(PlayedModel model, PlayedTools tools) {
    this.model = model;
    this.tools = tools;
  }

  /**
   * @param seen the journal as the executor and its loop see it
   */
  RunExecutor executor(Journal seen) {
    return new RunExecutor(
        seen,
        TestLoop.catalog(),
        TestLoop.of(seen, model, tools),
        Clock.systemUTC(),
        new SimpleMeterRegistry());
  }

  RunWorker worker() {
    return new RunWorker(
        parts.queue(), parts.pickup(), journal, executor(journal), new Owner("here"));
  }

  Run submit() {
    NewRun run =
        RunRequests.prepare(
            TestLoop.catalog().find("tester").orElseThrow().spec(),
            "do it",
            LimitOverrides.NONE,
            "{}",
            TestLoop.SETTINGS.limits());
    return parts.queue().submit(run);
  }

  void everyOwnerIsTakenForDead() {
    TestQueue.reviveAll(database, journal);
  }
}

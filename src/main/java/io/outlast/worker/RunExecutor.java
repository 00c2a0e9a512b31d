package io.outlast.worker;

import io.micrometer.core.instrument.MeterRegistry;
import io.outlast.agent.AgentCatalog;
import io.outlast.agent.AgentLoop;
import io.outlast.agent.LoopEnd;
import io.outlast.agent.RequestLimits;
import io.outlast.agent.RunLog;
import io.outlast.agent.RunSession;
import io.outlast.control.CancelReason;
import io.outlast.control.Deadline;
import io.outlast.journal.Journal;
import io.outlast.journal.Journal.Ending;
import io.outlast.journal.StaleOwnerException;
import io.outlast.journal.Step;
import io.outlast.queue.Left;
import io.outlast.run.Run;
import io.outlast.run.StopReason;
import io.outlast.settings.LimitOverrides;
import io.outlast.telemetry.LogWords;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/** Runs one claimed run to its end, or hands it over. Thread-safe; blocks the calling thread. */
final class RunExecutor {

  private static final Logger log = LoggerFactory.getLogger(RunExecutor.class);

  private static final Duration LONGEST_PREPARATION = Duration.ofSeconds(15);

  private final Journal journal;
  private final AgentCatalog agents;
  private final AgentLoop loop;
  private final Clock clock;
  private final MeterRegistry meters;

  RunExecutor(
      Journal journal, AgentCatalog agents, AgentLoop loop, Clock clock, MeterRegistry meters) {
    this.journal = journal;
    this.agents = agents;
    this.loop = loop;
    this.clock = clock;
    this.meters = meters;
  }

  /** Waits, not for long, until the first run does not pay for what all runs need. */
  void awaitPrepared() {
    loop.prepared()
        .copy()
        .completeOnTimeout(null, LONGEST_PREPARATION.toMillis(), TimeUnit.MILLISECONDS)
        .join();
  }

  int mostAtOnce(String agent) {
    return agents.find(agent).map(entry -> entry.spec().queueing().maxConcurrentRuns()).orElse(0);
  }

  Left execute(ActiveRun active) {
    Run run = active.run();
    LogWords.ofRun(run.id().value(), run.agent());
    RunLog runLog = new RunLog(journal, run, clock);
    try (RunTimers timers = RunTimers.start(run, active.cancel(), runLog, clock.instant())) {
      return conclude(active, runLog, drive(active, runLog));
    } catch (StaleOwnerException e) {
      log.warn("{} is owned by another process now; this one lets it go", run.id());
      return Left.LOST;
    } catch (DataAccessException | TransactionException e) {
      log.error(
          "The database failed under {}; it is taken up again when its lease runs out",
          run.id(),
          e);
      return Left.LOST;
    } finally {
      LogWords.clear();
    }
  }

  private LoopEnd drive(ActiveRun active, RunLog runLog) {
    Run run = active.run();
    if (run.cancelRequestedAt() != null) {
      active.cancel().cancel(CancelReason.USER);
    }
    var entry = agents.find(run.agent());
    if (entry.isEmpty()) {
      return failed("Agent " + run.agent() + " is no longer defined; its file was removed");
    }
    try {
      return loop.run(
          new RunSession(
              run,
              entry.get().spec(),
              requestLimits(run),
              runLog,
              budget(run),
              active.cancel(),
              active::isStopping));
    } catch (StaleOwnerException | DataAccessException | TransactionException e) {
      throw e;
    } catch (RuntimeException e) {
      log.error("{} failed by a defect of Outlast, not of the agent", run.id(), e);
      return failed(
          "Outlast failed internally (" + e.getClass().getSimpleName() + "); see its log");
    }
  }

  private Left conclude(ActiveRun active, RunLog runLog, LoopEnd end) {
    Run run = active.run();
    return switch (end) {
      case LoopEnd.Over over -> {
        Run finished = runLog.finish(over.lastStep(), over.ending(), active.leave());
        String reason = over.ending().reason().wireName();
        log.info("{} ended {} ({})", run.id(), finished.status().wireName(), reason);
        meters
            .counter(
                "outlast.runs",
                "status",
                finished.status().wireName(),
                "stop.reason",
                reason,
                "agent",
                run.agent())
            .increment();
        yield Left.ENDED;
      }
      case LoopEnd.HandedOver handedOver -> {
        runLog.handBack();
        log.info("{} is handed back to the queue; another start goes on with it", run.id());
        yield Left.HANDED_BACK;
      }
      case LoopEnd.Lost lost -> {
        log.warn("{} is owned by another process now; this one lets it go", run.id());
        yield Left.LOST;
      }
    };
  }

  private Deadline budget(Run run) {
    return run.deadlineAt() == null
        ? Deadline.never()
        : Deadline.after(Duration.between(clock.instant(), run.deadlineAt()));
  }

  private static LimitOverrides requestLimits(Run run) {
    return RequestLimits.read(run.requestLimits());
  }

  private static LoopEnd failed(String message) {
    return new LoopEnd.Over(Step.NOTHING, new Ending(StopReason.AGENT_ERROR, null, message));
  }
}

package io.outlast.cli;

import io.outlast.agent.AgentSpec;
import io.outlast.agent.RunRequests;
import io.outlast.journal.Journal;
import io.outlast.journal.JournalTail;
import io.outlast.queue.RunQueue;
import io.outlast.run.Run;
import io.outlast.run.RunId;
import io.outlast.run.ToolCallRecord;
import io.outlast.settings.LimitOverrides;
import io.outlast.settings.OutlastSettings;
import io.outlast.settings.SecretMasker;
import io.outlast.worker.RunWorker;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.springframework.context.ConfigurableApplicationContext;

/** Submits one run and works on it in this process until it is over. Blocks. */
final class ForegroundRun {

  private static final Duration LOOK_AGAIN = Duration.ofMillis(500);
  private static final Duration CANCEL_LIMIT = Duration.ofSeconds(5);

  /** Servers are told of cancelled calls within two seconds. */
  private static final int TELLING_LOOKS = 20;

  private static final Duration TELLING_LOOK = Duration.ofMillis(100);
  private static final Set<String> GIVEN_UP = Set.of("cancelled", "timed_out");

  private final ConfigurableApplicationContext context;
  private final Output output;
  private final Interrupts interrupts;
  private final Journal journal;
  private final JournalTail tail;

  ForegroundRun(ConfigurableApplicationContext context, Output output, Interrupts interrupts) {
    this.context = context;
    this.output = output;
    this.interrupts = interrupts;
    this.journal = context.getBean(Journal.class);
    this.tail = context.getBean(JournalTail.class);
  }

  /** The run in its terminal state. */
  Run of(AgentSpec agent, String input) {
    RunQueue queue = context.getBean(RunQueue.class);
    RunWorker worker = context.getBean(RunWorker.class);
    OutlastSettings settings = context.getBean(OutlastSettings.class);
    Run run =
        queue.submit(
            RunRequests.prepare(agent, input, LimitOverrides.NONE, "{}", settings.limits()));
    CountDownLatch over = new CountDownLatch(1);
    interrupts.onInterrupt(() -> {
      Thread.ofPlatform().daemon().name("cancel-limit").start(() -> endAnyway(over));
      queue.cancel(run.id(), "interrupted at the command line");
    });
    SecretMasker masker = context.getBean(SecretMasker.class);
    try (Progress progress = Progress.follow(run, journal, tail, new Screen(output, masker))) {
      return workUntilOver(worker, run.id());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      over.countDown();
    }
  }

  private Run workUntilOver(RunWorker worker, RunId id) throws InterruptedException {
    while (true) {
      // A model call can only be interrupted on a virtual thread.
      CompletableFuture.runAsync(() -> worker.runNow(id), Thread::startVirtualThread).join();
      Run now = journal.find(id).orElseThrow();
      if (now.status().isTerminal()) {
        awaitServersTold(id);
        return now;
      }
      // Another process that shares the database was faster.
      await(id, LOOK_AGAIN);
    }
  }

  /** Connections must not be closed before the servers heard that their calls are given up. */
  private void awaitServersTold(RunId id) throws InterruptedException {
    for (int looks = 0; looks < TELLING_LOOKS && isTelling(id); looks++) {
      await(id, TELLING_LOOK);
    }
  }

  private boolean isTelling(RunId id) {
    long after = 0;
    while (true) {
      List<ToolCallRecord> calls = journal.toolCalls(id, after, 100);
      if (calls.stream().anyMatch(ForegroundRun::isUntold)) {
        return true;
      }
      if (calls.isEmpty()) {
        return false;
      }
      after = calls.getLast().seq();
    }
  }

  private static boolean isUntold(ToolCallRecord call) {
    return GIVEN_UP.contains(call.status())
        && !call.delivery().equals("not_sent")
        && !call.cancelSent();
  }

  private void await(RunId id, Duration atMost) throws InterruptedException {
    try {
      tail.next(id).get(atMost.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      // Looks again.
    }
  }

  /** A run that does not let go must not keep a person at the terminal. */
  private void endAnyway(CountDownLatch over) {
    try {
      if (!over.await(CANCEL_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
        output.err().println("The run did not let go in time.");
        context.close();
        Runtime.getRuntime().halt(ExitCode.CANCELLED);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

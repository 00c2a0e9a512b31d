package io.outlast.worker;

import static io.outlast.agent.PlayedModel.call;
import static io.outlast.agent.PlayedModel.calls;
import static io.outlast.agent.PlayedModel.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.outlast.agent.PlayedModel;
import io.outlast.agent.PlayedTools;
import io.outlast.run.Run;
import io.outlast.run.RunStatus;
import io.outlast.tool.Effect;
import io.outlast.tool.ToolReply;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RunWorkerTest {

  private final List<CompletableFuture<ToolReply>> held = new CopyOnWriteArrayList<>();
  private final PlayedTools tools =
      new PlayedTools().tool("hold", Effect.READ_ONLY, arguments -> hold());
  private final WorkerStage stage =
      new WorkerStage(new PlayedModel(calls(call("h", "hold", "{}")), says("done")), tools);

  /** A run that was lost and taken up again here is under way until its second start is over. */
  @Test
  void theEndOfALostStartDoesNotHideTheOneThatTookOver() throws InterruptedException {
    RunWorker worker = stage.worker();
    Run run = stage.submit();
    Thread first = Thread.ofVirtual().start(() -> worker.runNow(run.id()));
    await().until(() -> held.size() == 1);
    stage.everyOwnerIsTakenForDead();
    Thread second = Thread.ofVirtual().start(() -> worker.runNow(run.id()));
    await().until(() -> held.size() == 2);

    held.getFirst().complete(answer());
    first.join();

    assertThat(worker.activeRuns()).isEqualTo(1);
    held.getLast().complete(answer());
    second.join();
    assertThat(worker.activeRuns()).isZero();
    assertThat(stage.journal.find(run.id()).orElseThrow().status()).isEqualTo(RunStatus.COMPLETED);
  }

  /** Whoever cancels at this moment finds nobody to tell. */
  @Test
  void aCancelBetweenTheClaimAndTheFirstStepIsHeardALittleLater() throws InterruptedException {
    RunWorker worker = stage.worker();
    Run run = stage.submit();
    Thread working = Thread.ofVirtual().start(() -> worker.runNow(run.id()));
    await().until(() -> held.size() == 1);
    stage.journal.requestCancel(run.id(), null);

    worker.hearCancels();

    working.join();
    assertThat(stage.journal.find(run.id()).orElseThrow().status()).isEqualTo(RunStatus.CANCELLED);
  }

  private CompletableFuture<ToolReply> hold() {
    CompletableFuture<ToolReply> reply = new CompletableFuture<>();
    held.add(reply);
    return reply;
  }

  private static ToolReply answer() {
    return PlayedTools.answer("held").join();
  }
}

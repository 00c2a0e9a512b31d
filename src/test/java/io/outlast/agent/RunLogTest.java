package io.outlast.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outlast.journal.Journal.Ending;
import io.outlast.journal.Step;
import io.outlast.run.Run;
import io.outlast.run.RunEvent;
import io.outlast.run.RunUsage;
import io.outlast.run.StopReason;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataIntegrityViolationException;

/** What was remarked and not written, when a write is refused. */
class RunLogTest {

  private static final RunUsage TOKENS = new RunUsage(0, 0, 10, 5);

  @Test
  void aRefusedStepTakesNoRemarkWithIt() {
    LoopStage stage = new LoopStage(new PlayedModel(), new PlayedTools());
    Run run = stage.accepted();
    RunLog log = stage.log(run);
    log.append(Step.of(List.of(new RunEvent.TurnStarted(1)), new RunUsage(1, 0, 0, 0)));
    log.note(List.of(new RunEvent.MessageCompleted(1, "what it said")), TOKENS);

    Step tooMuch =
        Step.of(List.of(new RunEvent.TurnStarted(2)), new RunUsage(Integer.MAX_VALUE, 0, 0, 0));
    assertThatThrownBy(() -> log.append(tooMuch))
        .isInstanceOf(DataIntegrityViolationException.class);
    Run ended =
        log.finish(Step.NOTHING, new Ending(StopReason.AGENT_ERROR, null, "refused"), () -> {});

    assertThat(stage.types(run)).containsOnlyOnce("message.completed");
    assertThat(ended.usage()).isEqualTo(new RunUsage(1, 0, 10, 5));
  }

  @Test
  void whatWasRemarkedIsHandedOverToo() {
    LoopStage stage = new LoopStage(new PlayedModel(), new PlayedTools());
    Run run = stage.accepted();
    RunLog log = stage.log(run);
    log.note(List.of(new RunEvent.MessageCompleted(1, "what it said")), TOKENS);
    log.handBack();
    assertThat(stage.types(run)).containsOnlyOnce("message.completed");
    assertThat(stage.claim(run).usage()).isEqualTo(TOKENS);
  }
}

package io.outlast.agent;

import io.outlast.journal.Journal.Ending;
import io.outlast.journal.Step;
import io.outlast.run.StopReason;
import org.jspecify.annotations.Nullable;

/** How the loop left a run. */
public sealed interface LoopEnd {

  /**
   * The run is over. The last step is not written yet: it goes into one transaction with the end.
   */
  record Over(Step lastStep, Ending ending) implements LoopEnd {
    static Over failed(StopReason reason, String message) {
      return because(reason, message);
    }

    static Over because(StopReason reason, @Nullable String message) {
      return new Over(Step.NOTHING, new Ending(reason, null, message));
    }
  }

  /** The run goes on elsewhere. */
  record HandedOver() implements LoopEnd {}

  /** Another owner has the run; nothing may be written. */
  record Lost() implements LoopEnd {}
}

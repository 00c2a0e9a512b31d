package io.outlast.worker;

import io.outlast.control.CancelReason;
import io.outlast.control.CancelSignal;
import io.outlast.run.Run;

/** A run under way in this process. Thread-safe. */
final class ActiveRun {

  private final Run run;
  private final CancelSignal cancel = new CancelSignal();
  private volatile boolean stopping;

  ActiveRun(Run run) {
    this.run = run;
  }

  Run run() {
    return run;
  }

  CancelSignal cancel() {
    return cancel;
  }

  /** Hands the run over at its next step boundary. */
  void stopAtBoundary() {
    stopping = true;
  }

  boolean isStopping() {
    return stopping;
  }

  void cancel(CancelReason reason) {
    cancel.cancel(reason);
  }
}

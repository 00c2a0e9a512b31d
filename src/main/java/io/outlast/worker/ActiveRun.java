package io.outlast.worker;

import io.outlast.control.CancelReason;
import io.outlast.control.CancelSignal;
import io.outlast.run.Run;

/** A run under way in this process. Thread-safe. */
final class ActiveRun {

  private final Run run;
  private final Runnable leave;
  private final CancelSignal cancel = new CancelSignal();
  private volatile boolean stopping;

  /**
   * @param leave takes it out of the queue, in the transaction that ends it
   */
  ActiveRun(Run run, Runnable leave) {
    this.run = run;
    this.leave = leave;
  }

  Run run() {
    return run;
  }

  Runnable leave() {
    return leave;
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

package io.outlast.queue;

import io.outlast.run.Run;

/** What is done with the runs that are picked from the queue. Called by many threads at once. */
public interface RunWork {

  /**
   * Works on the run until it leaves it; blocks.
   *
   * @param leave takes the run out of the queue, to be called in the transaction that ends it
   */
  Left run(Run run, Runnable leave);

  /** How many runs of this agent may be under way at once, in all processes; 0 for no limit. */
  default int mostAtOnce(String agent) {
    return 0;
  }
}

package io.outlast.journal;

import io.outlast.run.Run;

/** What became of a request to start a run that has a key. */
public sealed interface Acceptance {

  /** The run of the request. */
  Run run();

  /** It is the first with its key. */
  record New(Run run) implements Acceptance {}

  /** It was accepted before; this is its run as it is now. */
  record Repeated(Run run) implements Acceptance {}

  /** Its key was used for another body; this is that one's run. */
  record Conflict(Run run) implements Acceptance {}
}

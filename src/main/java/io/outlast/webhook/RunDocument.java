package io.outlast.webhook;

import io.outlast.run.Run;

/** How a run is shown to others. */
public interface RunDocument {

  /** Something that becomes a JSON object. */
  Object of(Run run);
}

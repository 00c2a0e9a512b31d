package io.outlast.mcp;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What came of asking a server for its connection. */
sealed interface Acquired {

  /**
   * @param recreated whether the caller waited for a recreated connection, or is the first to use
   *     it
   */
  record Usable(McpConnection connection, boolean recreated) implements Acquired {}

  /** Down; not worth waiting for. */
  record Down(String cause, @Nullable Instant since, @Nullable Instant nextAttemptAt)
      implements Acquired {}

  /** The caller's deadline came, or the caller gave up. */
  record OutOfTime() implements Acquired {}
}

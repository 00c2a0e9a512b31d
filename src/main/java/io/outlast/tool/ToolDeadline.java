package io.outlast.tool;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The limits of one call, fixed before it starts. Because they are fixed, so is what their expiry
 * means: {@link #endsWithRun}.
 *
 * @param value the effective limit of the whole call; zero for none
 * @param source the layer that decided, also when its word was raised or capped
 * @param requested what the model asked for in the arguments, if that was understood
 * @param cappedBy {@code run} when the run's time left is what holds, else null
 * @param idle longest silence between two signs of life; zero for none
 * @param idleSource the layer that decided about {@code idle}
 */
public record ToolDeadline(
    Duration value,
    String source,
    @Nullable Duration requested,
    @Nullable String cappedBy,
    Duration idle,
    String idleSource) {

  static final String RUN = "run";

  /** Whether expiry is the end of the run's time and not only of the call's. */
  public boolean endsWithRun() {
    return RUN.equals(cappedBy);
  }
}

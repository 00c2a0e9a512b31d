package io.outlast.tool;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What became of a call, decided once and for all. Immutable, but for {@link #cancelSent}, which
 * completes later.
 */
public sealed interface ToolOutcome {

  ToolCallStatus status();

  /** Null only where the call succeeded. */
  @Nullable ToolError error();

  /** How far the call is known to have got, over all its attempts. */
  Delivery delivery();

  /** How often the call was begun, over all starts of its run; at most twice in each. */
  int attempts();

  /** The MCP result as received, where there was one. */
  default @Nullable Map<String, Object> result() {
    return null;
  }

  /**
   * Whether the server was told that the call was given up. Already completed with false when there
   * was nothing to tell; else it completes within a few seconds, never exceptionally.
   */
  default CompletableFuture<Boolean> cancelSent() {
    return CompletableFuture.completedFuture(false);
  }

  /**
   * Whether the run goes on elsewhere, so that this is not the call's last word and must not be
   * journaled as such.
   */
  default boolean isHandedOn() {
    return false;
  }

  /** What the model is told, before any cut to the longest result it may see. */
  default String modelText() {
    Map<String, Object> result = result();
    if (result != null) {
      return ToolResultText.of(result);
    }
    ToolError error = error();
    return error == null ? "" : error.message();
  }

  /** The tool did what it was asked. */
  record Succeeded(Map<String, Object> result, int attempts) implements ToolOutcome {
    @Override
    public ToolCallStatus status() {
      return ToolCallStatus.SUCCEEDED;
    }

    @Override
    public @Nullable ToolError error() {
      return null;
    }

    @Override
    public Delivery delivery() {
      return Delivery.EXECUTED;
    }
  }

  /**
   * It is known that the call did not succeed, and nothing about it is left open that could do
   * harm.
   *
   * @param result the tool's own {@code isError} result, else null
   */
  record Failed(
      ToolError error, Delivery delivery, int attempts, @Nullable Map<String, Object> result)
      implements ToolOutcome {
    @Override
    public ToolCallStatus status() {
      return ToolCallStatus.FAILED;
    }
  }

  /** One of the call's limits was reached; the error's code says which. */
  record TimedOut(
      ToolError error, Delivery delivery, int attempts, CompletableFuture<Boolean> cancelSent)
      implements ToolOutcome {
    @Override
    public ToolCallStatus status() {
      return ToolCallStatus.TIMED_OUT;
    }
  }

  /** The run was stopped under the call: by a user, or because another process takes it over. */
  record Cancelled(
      ToolError error, Delivery delivery, int attempts, CompletableFuture<Boolean> cancelSent)
      implements ToolOutcome {
    @Override
    public ToolCallStatus status() {
      return ToolCallStatus.CANCELLED;
    }

    @Override
    public boolean isHandedOn() {
      return error.code() == ToolErrorCode.INTERRUPTED_BY_RESTART;
    }
  }

  /** The call may have changed something, and nobody is left who could tell. */
  record OutcomeUnknown(ToolError error, Delivery delivery, int attempts) implements ToolOutcome {
    @Override
    public ToolCallStatus status() {
      return ToolCallStatus.OUTCOME_UNKNOWN;
    }
  }
}

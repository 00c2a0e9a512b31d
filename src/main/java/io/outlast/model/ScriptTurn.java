package io.outlast.model;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One turn of a scripted model.
 *
 * @param calls the tool calls it makes; empty for a turn that only says {@code text}
 * @param text what it says; may quote results of the run's calls as {@code {{result.1}}}, the first
 *     call being 1
 * @param delay how long it thinks
 */
public record ScriptTurn(List<Call> calls, @Nullable String text, Duration delay) {

  /**
   * @param tool the exposed tool name
   * @param args its arguments; text in them may quote results too
   */
  public record Call(String tool, Map<String, Object> args) {}
}

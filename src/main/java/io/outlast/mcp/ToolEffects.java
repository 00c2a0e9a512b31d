package io.outlast.mcp;

import io.outlast.settings.McpServerSettings;
import io.outlast.tool.Effect;
import org.jspecify.annotations.Nullable;

/** What a call of a tool may do: the operator's word, else trusted annotations, else the worst. */
final class ToolEffects {

  private ToolEffects() {}

  static Effect of(ListedTool tool, McpServerSettings settings) {
    McpServerSettings.@Nullable Tool configured = settings.tools().get(tool.name());
    Effect word = configured == null ? null : configured.effect();
    if (word != null) {
      return word;
    }
    if (settings.trustAnnotations()) {
      if (tool.hints("readOnlyHint")) {
        return Effect.READ_ONLY;
      }
      if (tool.hints("idempotentHint")) {
        return Effect.IDEMPOTENT;
      }
    }
    return Effect.SIDE_EFFECTING;
  }
}

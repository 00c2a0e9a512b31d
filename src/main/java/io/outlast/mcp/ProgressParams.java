package io.outlast.mcp;

import io.outlast.tool.ToolProgress;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the parameters of {@code notifications/progress}. */
final class ProgressParams {

  private ProgressParams() {}

  static ToolProgress read(Map<?, ?> params) {
    Double progress = number(params.get("progress"));
    String message = params.get("message") instanceof String text ? text : null;
    return new ToolProgress(progress == null ? 0 : progress, number(params.get("total")), message);
  }

  private static @Nullable Double number(@Nullable Object value) {
    return value instanceof Number n ? n.doubleValue() : null;
  }
}

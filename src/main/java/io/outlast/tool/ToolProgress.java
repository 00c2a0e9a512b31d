package io.outlast.tool;

import org.jspecify.annotations.Nullable;

/** A progress notification of one call (MCP specification, utilities/progress). */
public record ToolProgress(double progress, @Nullable Double total, @Nullable String message) {}

package io.outlast.mcp;

import org.jspecify.annotations.Nullable;

/**
 * What there is to show of a server at one moment.
 *
 * @param connection the one in use or being made
 */
record ServerSnapshot(
    ConnectionState state,
    long generation,
    int restarts,
    @Nullable McpConnection connection,
    McpServerView.@Nullable LastError lastError) {}

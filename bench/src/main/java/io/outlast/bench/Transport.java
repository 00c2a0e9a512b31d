package io.outlast.bench;

/** How the MCP server is spoken to. */
enum Transport {
  HTTP,
  STDIO
}

package io.outlast.mcp;

/** Why a connection is lost. */
enum TransportLoss {
  /** The child process ended. */
  PROCESS_EXIT,
  /**
   * The server closed its output while its process lives, or the one stream of the connection
   * ended.
   */
  STREAM_CLOSED,
  /** A message could not be handed to the server. */
  WRITE_FAILED,
  /** The server owes answers and gives no sign of life. */
  UNRESPONSIVE,
  /** A message longer than the limit arrived. */
  FRAME_TOO_LONG,
  /** The server no longer knows the session; the request that showed it was not executed. */
  SESSION_LOST,
  /** The server refuses the credentials; trying again does not help. */
  UNAUTHORIZED,
  /** The server can not be reached at all: refused, unknown host, failed TLS. */
  UNREACHABLE,
  /**
   * The configuration can not work: no such command, a refused redirect, a URL that is no MCP
   * endpoint.
   */
  MISCONFIGURED
}

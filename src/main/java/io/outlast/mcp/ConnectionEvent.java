package io.outlast.mcp;

/** What can happen to a server's connection. Those with a generation mean that one only. */
sealed interface ConnectionEvent {

  /** A fresh connection is to be made, whatever was before. */
  record Begin(long generation, String why) implements ConnectionEvent {}

  record Connected(long generation) implements ConnectionEvent {}

  /** The attempt failed, or the connection in use was lost. */
  record Down(long generation, String cause) implements ConnectionEvent {}

  /** The attempt, or the connection in use, was refused in a way that trying does not heal. */
  record Refused(long generation, String cause) implements ConnectionEvent {}

  record Suspected(long generation, String cause) implements ConnectionEvent {}

  record Trusted(long generation) implements ConnectionEvent {}

  record Close() implements ConnectionEvent {}
}

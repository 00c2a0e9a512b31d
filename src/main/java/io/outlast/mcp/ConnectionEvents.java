package io.outlast.mcp;

/** What one connection tells its supervisor. Called on its threads; must not block. */
interface ConnectionEvents {

  /** The connection is dead; its calls in flight are failed already, or are within 100 ms. */
  void lost(TransportLoss loss, String detail);

  /** Something went wrong that may or may not mean that the connection is dead. */
  void suspicious(String why);

  /** A call was given up in flight, at its deadline or because its caller was stopped. */
  void givenUp(PendingRequest call);

  /** A message came from the server. */
  void heard();

  /** The server says that its list of tools has changed. */
  void toolsChanged();
}

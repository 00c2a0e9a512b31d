package io.outlast.mcp;

/** Brings what is heard from and thought of one generation to its server. Thread-safe. */
record Generation(McpServer server, long number) implements ConnectionEvents, Suspicion.Judge {

  /** An attempt fails through its own thread, which knows more. */
  @Override
  public void lost(TransportLoss loss, String detail) {
    server.check();
  }

  @Override
  public void suspicious(String why) {
    Suspicion suspicion = server.suspicion(number);
    if (suspicion != null) {
      suspicion.suspect(why);
    }
  }

  @Override
  public void givenUp(PendingRequest call) {
    Suspicion suspicion = server.suspicion(number);
    if (suspicion != null) {
      suspicion.givenUp(call);
    }
  }

  @Override
  public void heard() {
    Suspicion suspicion = server.suspicion(number);
    if (suspicion != null) {
      suspicion.heard();
    }
  }

  @Override
  public void toolsChanged() {
    server.toolsMayHaveChanged();
  }

  @Override
  public void suspected(String why) {
    server.enter(new ConnectionEvent.Suspected(number, why));
  }

  @Override
  public void trusted() {
    server.enter(new ConnectionEvent.Trusted(number));
  }
}

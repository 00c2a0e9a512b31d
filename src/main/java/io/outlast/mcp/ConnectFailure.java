package io.outlast.mcp;

/** A connection could not be made; the message is for a person. */
final class ConnectFailure extends Exception {

  private static final long serialVersionUID = 1L;

  private final TransportLoss loss;

  ConnectFailure(TransportLoss loss, String message) {
    super(message);
    this.loss = loss;
  }

  TransportLoss loss() {
    return loss;
  }

  String reason() {
    return String.valueOf(getMessage());
  }
}

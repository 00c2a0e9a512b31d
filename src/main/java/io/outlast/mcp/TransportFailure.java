package io.outlast.mcp;

import org.jspecify.annotations.Nullable;

/**
 * A transport could not connect or send. The message is for a person and names place and reason.
 */
final class TransportFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final TransportLoss loss;
  private final boolean mayHaveLeft;

  TransportFailure(
      TransportLoss loss, boolean mayHaveLeft, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.loss = loss;
    this.mayHaveLeft = mayHaveLeft;
  }

  TransportLoss loss() {
    return loss;
  }

  /** False only when the message provably never left this process. */
  boolean mayHaveLeft() {
    return mayHaveLeft;
  }
}

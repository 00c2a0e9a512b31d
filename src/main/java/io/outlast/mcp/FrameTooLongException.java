package io.outlast.mcp;

/** One message of a server is longer than a message may be. */
final class FrameTooLongException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  FrameTooLongException(int limit) {
    super("a message longer than " + limit / 1024 / 1024 + " MiB");
  }
}

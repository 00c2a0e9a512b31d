package io.outlast.web;

/** The page is there, but not what its address asks of it. The message is for its reader. */
final class UnclearAddress extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnclearAddress(String message) {
    super(message);
  }
}

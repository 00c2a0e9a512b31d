package io.outlast.web;

/** There is nothing to show at this address. The message is for the reader of the page. */
final class NoSuchPage extends RuntimeException {

  private static final long serialVersionUID = 1L;

  NoSuchPage(String message) {
    super(message);
  }
}

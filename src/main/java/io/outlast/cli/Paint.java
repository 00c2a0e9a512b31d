package io.outlast.cli;

/**
 * Colours for a terminal.
 *
 * @param on whether to paint at all
 */
record Paint(boolean on) {

  /** The text in the colour of a state: ok, info, warn or error. */
  String of(String state, String text) {
    return switch (state) {
      case "ok" -> sgr("32", text);
      case "warn" -> sgr("33", text);
      case "error" -> sgr("31;1", text);
      default -> sgr("36", text);
    };
  }

  String strong(String text) {
    return sgr("1", text);
  }

  String faint(String text) {
    return sgr("2", text);
  }

  private String sgr(String code, String text) {
    return on ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}

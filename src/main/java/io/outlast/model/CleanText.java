package io.outlast.model;

/**
 * Text that every JSON writer and every provider takes: NUL and surrogates without their other half
 * become U+FFFD.
 */
final class CleanText {

  private static final char REPLACEMENT = '\uFFFD';

  private CleanText() {}

  static String of(String text) {
    int at = firstBad(text, 0);
    if (at < 0) {
      return text;
    }
    StringBuilder clean = new StringBuilder(text);
    for (; at >= 0; at = firstBad(text, at + 1)) {
      clean.setCharAt(at, REPLACEMENT);
    }
    return clean.toString();
  }

  private static int firstBad(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (c == 0 || Character.isSurrogate(c)) {
        return i;
      }
    }
    return -1;
  }
}

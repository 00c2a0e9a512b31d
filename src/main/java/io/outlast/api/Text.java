package io.outlast.api;

import org.jspecify.annotations.Nullable;

/** What text must be to be stored and sent on by everything behind the API, or to be quoted. */
final class Text {

  private static final int LONGEST_QUOTE = 300;

  private Text() {}

  /** The text in a form that can stand in an answer, whatever it was. */
  static String quotable(String text) {
    String shown = text.length() > LONGEST_QUOTE ? text.substring(0, LONGEST_QUOTE) + "…" : text;
    return problem(shown) == null ? shown : shown.replaceAll("[\\x00\\p{Cs}]", "\uFFFD");
  }

  /** What is wrong with the text, or null. */
  static @Nullable String problem(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        return "contains the character NUL (at " + i + "), which can not be stored";
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        return "contains half of a surrogate pair (at " + i + "), which is no character";
      }
    }
    return null;
  }
}

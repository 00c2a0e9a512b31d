package io.outlast.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Collectors;

/** Guesses what a mistyped name was meant to be. */
public final class Nearest {

  /** Nobody reads more names than that. */
  private static final int MOST_NAMES = 30;

  private Nearest() {}

  /** What to write in place of an unknown name, for the end of a message. */
  public static String advice(String unknown, Collection<String> known) {
    return among(unknown, known)
        .map(name -> "did you mean " + name + "?")
        .orElseGet(() -> known.isEmpty() ? "there is none" : "known here: " + some(known));
  }

  private static String some(Collection<String> known) {
    String names = known.stream().sorted().limit(MOST_NAMES).collect(Collectors.joining(", "));
    int more = known.size() - MOST_NAMES;
    return more > 0 ? names + " and " + more + " more" : names;
  }

  /** The known name with the smallest edit distance, unless it is less than half alike. */
  static Optional<String> among(String unknown, Collection<String> known) {
    String plain = KeyTree.plain(unknown);
    return known.stream()
        .min(Comparator.comparingInt(name -> distance(plain, KeyTree.plain(name))))
        .filter(name -> distance(plain, KeyTree.plain(name)) <= Math.max(1, plain.length() / 2));
  }

  /** Levenshtein's distance. */
  static int distance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, Math.min(previous[j], row[j - 1]) + 1);
      }
      previous = row;
    }
    return previous[b.length()];
  }
}

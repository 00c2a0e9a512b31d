package io.outlast.agent;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts in how many turns in a row the same call got the same result. Not thread-safe. */
final class Repeats {

  static final int NOTED = 3;
  static final int FATAL = 5;

  private Map<Seen, Integer> streaks = Map.of();

  /** One call with its arguments in a canonical form and the text the model was given. */
  record Seen(String tool, String arguments, String result) {}

  /** Takes the calls of one more turn. */
  void turn(List<Seen> calls) {
    Map<Seen, Integer> next = new HashMap<>();
    for (Seen call : calls) {
      next.put(call, streaks.getOrDefault(call, 0) + 1);
    }
    streaks = next;
  }

  int streak(Seen call) {
    return streaks.getOrDefault(call, 0);
  }

  int longest() {
    return streaks.values().stream().mapToInt(Integer::intValue).max().orElse(0);
  }
}

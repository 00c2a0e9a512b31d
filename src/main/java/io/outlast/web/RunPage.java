package io.outlast.web;

import io.outlast.run.Limit;
import io.outlast.run.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A run on its own page.
 *
 * @param now when this was put together, by this service's clock
 */
record RunPage(
    String id,
    String agent,
    String status,
    @Nullable String stopReason,
    boolean live,
    boolean cancelling,
    String input,
    @Nullable String output,
    @Nullable String error,
    Map<String, String> metadata,
    int attempt,
    @Nullable String owner,
    Instant createdAt,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt,
    @Nullable Instant deadlineAt,
    String took,
    List<Budget> budgets,
    List<NamedLimit> limits,
    Instant now) {

  /**
   * How much of a limit is used.
   *
   * @param time whether it runs by itself
   */
  record Budget(String name, long used, long most, String text, boolean time) {
    public int percent() {
      return most == 0 ? 0 : (int) Math.min(100, used * 100 / most);
    }

    public boolean isTight() {
      return percent() >= 80;
    }
  }

  record NamedLimit(String name, String value, String source) {}

  static RunPage of(Run run, Instant now) {
    Instant end = run.endedAt() == null ? now : run.endedAt();
    return new RunPage(
        run.id().value(),
        run.agent(),
        run.status().wireName(),
        run.stopReason() == null ? null : run.stopReason().wireName(),
        !run.status().isTerminal(),
        run.cancelRequestedAt() != null,
        run.input(),
        run.output(),
        run.error() == null ? null : run.error().message(),
        run.metadata(),
        run.attempt(),
        run.owner(),
        run.createdAt(),
        run.startedAt(),
        run.endedAt(),
        run.deadlineAt(),
        Words.between(run.startedAt(), end),
        budgets(run, end),
        run.limits().byName().entrySet().stream()
            .map(it -> named(it.getKey(), it.getValue()))
            .toList(),
        now);
  }

  private static List<Budget> budgets(Run run, Instant end) {
    List<Budget> budgets = new ArrayList<>();
    Instant started = run.startedAt();
    Duration most = run.limits().runTimeout().value();
    if (started != null && !most.isZero()) {
      Duration used = Duration.between(started, end);
      String text = Words.duration(used) + " of " + Words.duration(most);
      budgets.add(new Budget("time", used.toMillis(), most.toMillis(), text, true));
    }
    count(budgets, "turns", run.usage().turns(), run.limits().maxTurns().value());
    count(budgets, "tool calls", run.usage().toolCalls(), run.limits().maxToolCalls().value());
    count(budgets, "tokens", run.usage().totalTokens(), run.limits().maxTotalTokens().value());
    return budgets;
  }

  private static void count(List<Budget> budgets, String name, long used, long most) {
    String text = most == 0 ? "%,d".formatted(used) : "%,d of %,d".formatted(used, most);
    budgets.add(new Budget(name, used, most, text, false));
  }

  private static NamedLimit named(String name, Limit<?> limit) {
    return new NamedLimit(Words.name(name), Words.limit(limit.value()), limit.source());
  }
}

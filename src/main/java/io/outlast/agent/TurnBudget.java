package io.outlast.agent;

import io.outlast.journal.Journal.Ending;
import io.outlast.journal.JournalEntry;
import io.outlast.journal.Step;
import io.outlast.run.RunEvent;
import io.outlast.run.RunLimits;
import io.outlast.run.RunUsage;
import io.outlast.run.StopReason;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A run's caps on turns, tool calls and tokens, and the warnings before they hold. */
final class TurnBudget {

  private static final double WARN_AT = 0.8;

  private final RunLimits limits;
  private final Set<String> warned = new HashSet<>();

  TurnBudget(RunLimits limits, List<JournalEntry> entries) {
    this.limits = limits;
    for (JournalEntry entry : entries) {
      if (entry.event() instanceof RunEvent.BudgetWarning warning) {
        warned.add(warning.budget());
      }
    }
  }

  /** The end, when another model call is not allowed. */
  Optional<LoopEnd> beforeModelCall(RunUsage usage) {
    int maxTurns = limits.maxTurns().value();
    if (maxTurns > 0 && usage.turns() >= maxTurns) {
      return Optional.of(maxTurns(Step.NOTHING));
    }
    return tokens(usage, Step.NOTHING);
  }

  /**
   * The end, when the calls that the model asks for are not allowed, or when nobody could be told
   * their results.
   */
  Optional<LoopEnd> beforeToolCalls(RunUsage usage, int calls, Step step) {
    int maxCalls = limits.maxToolCalls().value();
    if (maxCalls > 0 && usage.toolCalls() + calls > maxCalls) {
      String message =
          "The model asked for %d more tool calls after %d, over the limit of %d (max-tool-calls, %s)."
              .formatted(calls, usage.toolCalls(), maxCalls, limits.maxToolCalls().source());
      return Optional.of(
          new LoopEnd.Over(step, new Ending(StopReason.MAX_TOOL_CALLS, null, message)));
    }
    int maxTurns = limits.maxTurns().value();
    if (maxTurns > 0 && usage.turns() >= maxTurns) {
      return Optional.of(maxTurns(step));
    }
    return tokens(usage, step);
  }

  /** Warnings that are due now and were not given before. */
  List<RunEvent> warnings(RunUsage usage) {
    List<RunEvent> due = new ArrayList<>();
    warn(due, "turns", usage.turns(), limits.maxTurns().value());
    warn(due, "tokens", usage.totalTokens(), limits.maxTotalTokens().value());
    return due;
  }

  private void warn(List<RunEvent> due, String budget, long used, long limit) {
    if (limit > 0 && used >= WARN_AT * limit && warned.add(budget)) {
      String message = "%d of %d %s are used up".formatted(used, limit, budget);
      due.add(new RunEvent.BudgetWarning(budget, (double) used / limit, message));
    }
  }

  private LoopEnd maxTurns(Step step) {
    String message =
        "The run has used all of its %d turns (max-turns, %s) without a final answer."
            .formatted(limits.maxTurns().value(), limits.maxTurns().source());
    return new LoopEnd.Over(step, new Ending(StopReason.MAX_TURNS, null, message));
  }

  private Optional<LoopEnd> tokens(RunUsage usage, Step step) {
    long max = limits.maxTotalTokens().value();
    if (max == 0 || usage.totalTokens() < max) {
      return Optional.empty();
    }
    String message =
        "The run has used %d tokens, its limit is %d (max-total-tokens, %s)."
            .formatted(usage.totalTokens(), max, limits.maxTotalTokens().source());
    return Optional.of(new LoopEnd.Over(step, new Ending(StopReason.TOKEN_BUDGET, null, message)));
  }
}

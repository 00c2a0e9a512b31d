package io.outlast.run;

/** What a run has used so far. */
public record RunUsage(int turns, int toolCalls, long inputTokens, long outputTokens) {

  public static final RunUsage NONE = new RunUsage(0, 0, 0, 0);

  public long totalTokens() {
    return inputTokens + outputTokens;
  }

  public RunUsage plus(RunUsage more) {
    return new RunUsage(
        turns + more.turns,
        toolCalls + more.toolCalls,
        inputTokens + more.inputTokens,
        outputTokens + more.outputTokens);
  }
}

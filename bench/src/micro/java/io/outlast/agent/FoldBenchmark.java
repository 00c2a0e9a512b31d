package io.outlast.agent;

import io.outlast.journal.JournalEntry;
import io.outlast.run.RunEvent;
import io.outlast.run.RunId;
import io.outlast.run.ToolCallRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A conversation from its journal, as after a restart. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class FoldBenchmark {

  private static final String RESULT = "{\"content\":[{\"type\":\"text\",\"text\":\"" + "it is done. ".repeat(40) + "\"}]}";

  @Param({"2", "50"})
  int turns;

  private final List<JournalEntry> entries = new ArrayList<>();
  private final List<ToolCallRecord> calls = new ArrayList<>();

  @Setup
  public void fill() {
    add(new RunEvent.Queued("bench", null));
    add(new RunEvent.Started("here", 1));
    for (int turn = 1; turn <= turns; turn++) {
      String id = "call_" + turn;
      add(new RunEvent.TurnStarted(turn));
      add(new RunEvent.ModelStarted(turn, "fake", 2 * turn, 1));
      add(new RunEvent.ModelFinished(turn, "fake", List.of(new RunEvent.Call(id, "fake__work", "{\"turn\":" + turn + "}")), 10, 5));
      add(new RunEvent.ToolDispatched(id, id, "fake", "work", Map.of("value", "PT10M", "source", "global")));
      add(new RunEvent.ToolFinished(id, id, "fake", "work", "succeeded", null, 5L));
      calls.add(call(id, turn));
    }
  }

  private void add(RunEvent event) {
    entries.add(new JournalEntry(new RunId("run_01"), entries.size() + 1, Instant.EPOCH, event));
  }

  private static ToolCallRecord call(String id, int turn) {
    return new ToolCallRecord(
        id, turn, turn, "fake__work", "fake", "work", id, "{\"turn\":" + turn + "}", "succeeded", "read_only", "executed",
        new ToolCallRecord.CallDeadline("PT10M", "global", null, null), 1, Instant.EPOCH, Instant.EPOCH, 5L, false, null, RESULT);
  }

  @Benchmark
  public Conversation fold() {
    return Conversation.fold("do it", entries, calls, 262_144);
  }
}

package io.outlast.api;

import io.outlast.journal.JournalEntry;
import io.outlast.run.RunEvent;
import io.outlast.run.RunId;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import tools.jackson.databind.json.JsonMapper;

/** One event as a message of an event stream: encoded once, however many readers there are. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class FrameBenchmark {

  private final JsonMapper json = JsonMapper.builder().build();
  private final JournalEntry entry =
      new JournalEntry(
          new RunId("run_01"),
          7,
          Instant.EPOCH,
          new RunEvent.ModelFinished(
              1, "fake", List.of(new RunEvent.Call("call_1", "fake__work", "{\"seconds\":0}")), 10, 5));

  @Benchmark
  public Frame encode() {
    return Frame.of(entry, json);
  }
}

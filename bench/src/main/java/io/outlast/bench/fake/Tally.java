package io.outlast.bench.fake;

import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;

/** What a fake MCP server was asked, and what of it is still open. Thread-safe. */
final class Tally {

  final LongAdder toolCalls = new LongAdder();
  final LongAdder cancelled = new LongAdder();
  final LongAdder closed = new LongAdder();
  final LongAdder faults = new LongAdder();

  /** Exchanges over HTTP with a tool call in them that have not ended, whether the call has or not. */
  final AtomicInteger exchanges = new AtomicInteger();

  /** Calls neither answered nor cancelled nor given up by closing their exchange. */
  final AtomicInteger pending = new AtomicInteger();

  /** From a call's arrival to its cancellation or the end of its exchange, in microseconds, since {@link #reset()}. */
  private final ConcurrentHistogram held = new ConcurrentHistogram(3);

  /** How often each mark was seen: a side effect for each. */
  private final Map<String, Integer> marks = new ConcurrentHashMap<>();

  void mark(String mark) {
    marks.merge(mark, 1, Integer::sum);
  }

  void givenUp(long afterNanos) {
    held.recordValue(afterNanos / 1000);
  }

  void reset() {
    held.reset();
    cancelled.reset();
    closed.reset();
  }

  JsonObject json() {
    return new JsonObject()
        .put("toolCalls", toolCalls.sum())
        .put("cancelled", cancelled.sum())
        .put("closed", closed.sum())
        .put("faults", faults.sum())
        .put("open", exchanges.get())
        .put("pending", pending.get())
        .put("marks", marks.size())
        .put("doubled", marks.values().stream().filter(times -> times > 1).count())
        .put("heldP50Millis", held.getValueAtPercentile(50) / 1000.0)
        .put("heldP99Millis", held.getValueAtPercentile(99) / 1000.0)
        .put("heldMaxMillis", held.getMaxValue() / 1000.0);
  }
}

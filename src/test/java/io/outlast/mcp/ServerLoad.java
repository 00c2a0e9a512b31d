package io.outlast.mcp;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.outlast.control.CancelSignal;
import io.outlast.control.Ticker;
import io.outlast.tool.Effect;
import io.outlast.tool.ToolCall;
import io.outlast.tool.ToolCallStatus;
import io.outlast.tool.ToolDeadline;
import io.outlast.tool.ToolListener;
import io.outlast.tool.ToolOutcome;
import io.outlast.tool.ToolRef;
import io.outlast.tool.ToolRunner;
import io.outlast.tool.ToolSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Callers that call {@code echo} all the time, as runs do, and what came of it. */
final class ServerLoad {

  private static final Duration LIMIT = Duration.ofSeconds(5);

  /**
   * @param right answered with what was said
   * @param wrong answered with something else
   * @param typed failed with a code
   * @param overshoot how far the worst call went beyond its limit
   * @param took of the answered ones, ascending
   */
  record Tally(
      long right, long wrong, Map<String, Long> typed, Duration overshoot, List<Duration> took) {

    Duration percentile(double share) {
      return took.isEmpty()
          ? Duration.ZERO
          : took.get((int) Math.min(took.size() - 1L, Math.round(share * took.size())));
    }

    @Override
    public String toString() {
      return "%d right, %d wrong, failed %s, overshoot %d ms, p50 %d us, p99 %d us"
          .formatted(
              right,
              wrong,
              typed,
              overshoot.toMillis(),
              percentile(0.5).toNanos() / 1000,
              percentile(0.99).toNanos() / 1000);
    }
  }

  private record Call(long nanos, String code, boolean right) {}

  private final ToolRunner runner;
  private final ToolSpec echo;
  private final AtomicBoolean stop = new AtomicBoolean();
  private final AtomicLong number = new AtomicLong();
  private final ConcurrentLinkedQueue<Call> calls = new ConcurrentLinkedQueue<>();
  private final List<Thread> callers = new ArrayList<>();

  ServerLoad(McpRegistry registry, String server, String tool, Effect effect) {
    runner =
        new ToolRunner(
            registry, Ticker.SYSTEM, new SimpleMeterRegistry(), ObservationRegistry.NOOP);
    echo = new ToolSpec(server + "__" + tool, new ToolRef(server, tool), "", Map.of(), effect);
  }

  ServerLoad start(int number, String argument, Duration pause) {
    for (int i = 0; i < number; i++) {
      callers.add(
          Thread.ofVirtual()
              .start(() -> {
                while (!stop.get()) {
                  call(argument);
                  LockSupport.parkNanos(pause.toNanos());
                }
              }));
    }
    return this;
  }

  private void call(String argument) {
    String said = "said " + number.incrementAndGet();
    ToolDeadline deadline = new ToolDeadline(LIMIT, "global", null, null, Duration.ZERO, "global");
    ToolCall call =
        new ToolCall(
            "call_" + said, "run", "load", echo, Map.of(argument, said), deadline, Map.of());
    long before = System.nanoTime();
    ToolOutcome outcome = runner.run(call, ToolListener.NONE, new CancelSignal());
    long took = System.nanoTime() - before;
    boolean answered = outcome.status() == ToolCallStatus.SUCCEEDED;
    String code = outcome.error() == null ? "" : outcome.error().code().wireName();
    calls.add(new Call(took, code, answered && outcome.modelText().contains(said)));
  }

  Tally stop() throws InterruptedException {
    stop.set(true);
    for (Thread caller : callers) {
      caller.join(Duration.ofSeconds(20));
    }
    long right = calls.stream().filter(Call::right).count();
    Map<String, Long> typed = new TreeMap<>();
    calls.stream()
        .filter(call -> !call.code().isEmpty())
        .forEach(call -> typed.merge(call.code(), 1L, Long::sum));
    long wrong = calls.size() - right - typed.values().stream().mapToLong(n -> n).sum();
    long longest = calls.stream().mapToLong(Call::nanos).max().orElse(0);
    return new Tally(
        right,
        wrong,
        typed,
        Duration.ofNanos(Math.max(0, longest - LIMIT.toNanos())),
        calls.stream().filter(Call::right).map(c -> Duration.ofNanos(c.nanos())).sorted().toList());
  }
}

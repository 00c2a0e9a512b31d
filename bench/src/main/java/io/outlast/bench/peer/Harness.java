package io.outlast.bench.peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;

/**
 * A peer's process: for each line {@code USERS RUNS INPUT} on its standard input so many users, each on a virtual thread, start so many runs between
 * them; then it prints one line of JSON. Times are in microseconds. Only the JDK's classes, as it runs beside libraries of any version.
 */
public final class Harness {

  private static final ConcurrentLinkedQueue<Long> TOOL_TIMES = new ConcurrentLinkedQueue<>();
  private static volatile boolean timing;

  private Harness() {}

  /** A tool call. */
  public interface Call<T> {
    T run() throws Exception;
  }

  /** Notes how long a tool call keeps its caller, however it ends. */
  public static <T> T tool(Call<T> call) throws Exception {
    long began = System.nanoTime();
    try {
      return call.run();
    } finally {
      if (timing) {
        TOOL_TIMES.add((System.nanoTime() - began) / 1000);
      }
    }
  }

  /** {@code PORT TOOL-TIMEOUT-MILLIS [COMMAND...]}. */
  public static void serve(String[] args, Agent.Maker maker) throws Exception {
    PrintStream out = System.out;
    System.setOut(System.err);
    List<String> stdio = Arrays.asList(args).subList(2, args.length);
    Agent agent = maker.make(new Agent.Surroundings(Integer.parseInt(args[0]), Duration.ofMillis(Long.parseLong(args[1])), stdio));
    out.println("ready");
    try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] words = line.split(" ", 3);
        out.println(run(agent, Integer.parseInt(words[0]), Integer.parseInt(words[1]), words[2]));
      }
    } catch (IOException e) {
      // Whoever asked is gone.
    }
    System.exit(0);
  }

  private static String run(Agent agent, int users, int runs, String input) throws InterruptedException {
    TOOL_TIMES.clear();
    timing = input.contains("seconds=-1");
    AtomicInteger left = new AtomicInteger(runs);
    AtomicInteger failed = new AtomicInteger();
    AtomicReference<String> problem = new AtomicReference<>("");
    CountDownLatch done = new CountDownLatch(users);
    long[] times = new long[runs];
    long began = System.nanoTime();
    for (int i = 0; i < users; i++) {
      Thread.startVirtualThread(
          () -> {
            for (int run = left.decrementAndGet(); run >= 0; run = left.decrementAndGet()) {
              long start = System.nanoTime();
              try {
                agent.run(input);
              } catch (Throwable e) {
                failed.incrementAndGet();
                problem.set(e.toString());
              }
              times[run] = (System.nanoTime() - start) / 1000;
            }
            done.countDown();
          });
    }
    done.await();
    double seconds = (System.nanoTime() - began) / 1e9;
    Arrays.sort(times);
    long[] calls = TOOL_TIMES.stream().mapToLong(it -> it).sorted().toArray();
    return "{\"runs\":%d,\"notCompleted\":%d,\"seconds\":%.6f,\"p50\":%d,\"p99\":%d,\"max\":%d,\"problem\":\"%s\",\"toolTimes\":%s}"
        .formatted(
            runs,
            failed.get(),
            seconds,
            share(times, 0.5),
            share(times, 0.99),
            times[times.length - 1],
            problem.get().replaceAll("[^ -~]|[\"\\\\]", " "),
            Arrays.toString(calls));
  }

  private static long share(long[] sorted, double share) {
    return LongStream.of(sorted).skip((long) Math.min(sorted.length - 1, sorted.length * share)).findFirst().orElse(0);
  }
}

package io.outlast.telemetry;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * The words that structured log lines carry beside their message: the run, its agent, the MCP
 * server it is about. They belong to a thread; whoever hands work to another hands them on.
 */
public final class LogWords {

  private LogWords() {}

  /** From now on this thread works for that run. */
  public static void ofRun(String run, String agent) {
    MDC.put(Conventions.RUN, run);
    MDC.put(Conventions.AGENT, agent);
  }

  /** This thread works for nothing any more. */
  public static void clear() {
    MDC.clear();
  }

  /** Until it is closed this thread's lines are about that server. */
  public static Scope ofServer(String server) {
    Scope scope = new Scope(MDC.get(Conventions.SERVER));
    MDC.put(Conventions.SERVER, server);
    return scope;
  }

  /** The same task, whose lines are about that server. */
  public static Runnable ofServer(String server, Runnable task) {
    return () -> {
      try (Scope scope = ofServer(server)) {
        task.run();
      }
    };
  }

  /** The same task, with the words of the caller on whatever other thread. */
  public static Runnable carrying(Runnable task) {
    Map<String, String> words = MDC.getCopyOfContextMap();
    if (words == null) {
      return task;
    }
    return () -> {
      MDC.setContextMap(words);
      try {
        task.run();
      } finally {
        MDC.clear();
      }
    };
  }

  /** Ends with what was there before. */
  public static final class Scope implements AutoCloseable {

    private final @Nullable String before;

    private Scope(@Nullable String before) {
      this.before = before;
    }

    @Override
    public void close() {
      if (before == null) {
        MDC.remove(Conventions.SERVER);
      } else {
        MDC.put(Conventions.SERVER, before);
      }
    }
  }
}

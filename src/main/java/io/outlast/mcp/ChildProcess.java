package io.outlast.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A started process with everything it starts in turn. Orphans are re-parented when their parent
 * dies and can not be found any more, so the tree is remembered while the parent lives.
 */
final class ChildProcess {

  private static final Duration LAST_GRACE = Duration.ofSeconds(2);

  private final Process process;
  private final boolean ownSession;
  private final Set<ProcessHandle> descendants = ConcurrentHashMap.newKeySet();

  /**
   * @param ownSession whether it leads a session, in which its descendants are found even when
   *     their parents are gone
   */
  ChildProcess(Process process, boolean ownSession) {
    this.process = process;
    this.ownSession = ownSession;
  }

  long pid() {
    return process.pid();
  }

  InputStream stdout() {
    return process.getInputStream();
  }

  InputStream stderr() {
    return process.getErrorStream();
  }

  OutputStream stdin() {
    return process.getOutputStream();
  }

  CompletableFuture<Integer> onExit() {
    return process.onExit().thenApply(Process::exitValue);
  }

  /** Waits for the end of the process itself; returns whether it came. */
  boolean ends(Duration within) throws InterruptedException {
    return process.waitFor(within.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** The exit code of a process that has ended. */
  int exitCode() {
    return process.exitValue();
  }

  /** Takes note of what the process has started so far. Reads the process table. */
  void remember() {
    for (ProcessHandle known : List.copyOf(descendants)) {
      known.descendants().forEach(descendants::add);
    }
    process.descendants().forEach(descendants::add);
    if (ownSession) {
      descendants.addAll(SessionMembers.of(process.toHandle()));
    }
    descendants.removeIf(handle -> !handle.isAlive());
  }

  /**
   * Ends the whole tree: end of input, then SIGTERM, then SIGKILL, each after {@code grace} (MCP
   * specification, lifecycle, shutdown of stdio). Blocks for about twice the grace at most, a
   * little longer when the system is slow to reap.
   */
  void end(Duration grace) {
    remember();
    // Closing flushes, and a server that no longer reads would block that for ever.
    Thread.ofVirtual().name("mcp-stdin-close").start(this::closeStdin);
    try {
      if (!ends(grace)) {
        remember();
      }
      everything().forEach(ProcessHandle::destroy);
      if (!allGone(grace)) {
        remember();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      everything().forEach(ProcessHandle::destroyForcibly);
    }
    try {
      allGone(LAST_GRACE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private List<ProcessHandle> everything() {
    List<ProcessHandle> all = new ArrayList<>(descendants);
    all.add(process.toHandle());
    all.removeIf(handle -> !handle.isAlive());
    return all;
  }

  private boolean allGone(Duration within) throws InterruptedException {
    CompletableFuture<?>[] exits =
        everything().stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(exits).get(within.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (ExecutionException | TimeoutException e) {
      return false;
    }
  }

  private void closeStdin() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // It is gone already.
    }
  }
}

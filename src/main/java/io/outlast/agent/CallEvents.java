package io.outlast.agent;

import io.outlast.run.RunEvent;
import io.outlast.tool.ToolListener;
import io.outlast.tool.ToolProgress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Notes what happens during one call as events of its run; progress at most once a second. */
final class CallEvents implements ToolListener {

  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final RunLog log;
  private final KnownConnections connections;
  private final String callId;
  private final AtomicLong lastNanos = new AtomicLong(System.nanoTime() - EVERY_NANOS);

  CallEvents(RunLog log, KnownConnections connections, String callId) {
    this.log = log;
    this.connections = connections;
    this.callId = callId;
  }

  @Override
  public void progress(ToolProgress progress) {
    long now = System.nanoTime();
    long last = lastNanos.get();
    if (now - last >= EVERY_NANOS && lastNanos.compareAndSet(last, now)) {
      log.note(
          new RunEvent.ToolProgressed(
              callId, progress.progress(), progress.total(), progress.message()));
    }
  }

  @Override
  public void connected(String server, long generation, boolean recreated) {
    connections.use(server, generation, recreated).ifPresent(log::note);
  }
}

package io.outlast.worker;

import io.outlast.settings.RunsSettings;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the worker when everything it uses is there, and drains it before anything it uses is
 * gone.
 */
final class WorkerLifecycle implements SmartLifecycle {

  private final RunWorker worker;
  private final RunsSettings settings;
  private volatile boolean running;

  WorkerLifecycle(RunWorker worker, RunsSettings settings) {
    this.worker = worker;
    this.settings = settings;
  }

  @Override
  public void start() {
    running = true;
    worker.start(settings.concurrency());
  }

  @Override
  public void stop() {
    worker.drain(settings.drainTimeout());
    running = false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /** Later to start and earlier to stop than the web server and the MCP connections. */
  @Override
  public int getPhase() {
    return SmartLifecycle.DEFAULT_PHASE - 512;
  }
}

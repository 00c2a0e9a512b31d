package io.outlast.tool;

import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hears a call's connection: silence begins anew, and the caller's listener is told. */
record SignsOfLife(ToolListener listener, CallTime time, BooleanSupplier settled)
    implements ToolListener {

  private static final Logger LOG = LoggerFactory.getLogger(SignsOfLife.class);

  @Override
  public void sent(Object requestId) {
    heard(() -> listener.sent(requestId));
  }

  @Override
  public void progress(ToolProgress progress) {
    heard(() -> listener.progress(progress));
  }

  @Override
  public void connected(String server, long generation, boolean recreated) {
    heard(() -> listener.connected(server, generation, recreated));
  }

  private void heard(Runnable tell) {
    if (settled.getAsBoolean()) {
      return;
    }
    time.heard();
    try {
      tell.run();
    } catch (RuntimeException broken) {
      LOG.warn("A listener of a tool call failed; the call goes on", broken);
    }
  }
}

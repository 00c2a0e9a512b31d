package io.outlast.cli;

import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import sun.misc.Signal;

/**
 * Ctrl-C and its like. The first one asks the command to end properly, the second one ends the
 * process at once. The virtual machine's own handling would close connections before the run that
 * uses them could be cancelled, and would not let a second Ctrl-C through. Thread-safe.
 */
final class Interrupts {

  private final PrintStream err;
  private final AtomicBoolean interrupted = new AtomicBoolean();
  private final AtomicReference<@Nullable Runnable> action = new AtomicReference<>();

  Interrupts(PrintStream err) {
    this.err = err;
  }

  /** Takes the signals of this process. */
  static Interrupts install(PrintStream err) {
    Interrupts interrupts = new Interrupts(err);
    for (String name : new String[] {"INT", "TERM", "HUP"}) {
      try {
        Signal.handle(new Signal(name), signal -> interrupts.interrupt());
      } catch (IllegalArgumentException e) {
        // Unknown to this system, or kept by the virtual machine; its default is right then.
      }
    }
    return interrupts;
  }

  boolean isInterrupted() {
    return interrupted.get();
  }

  /** What the first interrupt does; at once when it has come already. Must be quick. */
  void onInterrupt(Runnable doing) {
    action.set(doing);
    if (interrupted.get()) {
      act();
    }
  }

  void interrupt() {
    if (!interrupted.compareAndSet(false, true)) {
      Runtime.getRuntime().halt(ExitCode.CANCELLED);
    }
    err.println("Cancelling; once more ends at once.");
    act();
  }

  /** The signal and {@link #onInterrupt} may meet here: only one of them finds the action. */
  private void act() {
    Runnable doing = action.getAndSet(null);
    if (doing != null) {
      doing.run();
    }
  }
}

package io.outlast.cli;

import io.outlast.journal.JournalEntry;
import io.outlast.settings.SecretMasker;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Shows progress on standard error: a line for every event, and on a terminal below them a line
 * that lives, with what goes on now and for how long. Thread-safe.
 */
final class Screen {

  private static final String CLEAR = "\r\u001b[2K";
  private static final String SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
  private static final int WIDTH = 100;

  private final Output output;
  private final SecretMasker masker;
  private final ProgressText text = new ProgressText();
  private final ReentrantLock lock = new ReentrantLock();
  private Instant began = Instant.EPOCH;
  private int frame;

  Screen(Output output, SecretMasker masker) {
    this.output = output;
    this.masker = masker;
  }

  void begin(Instant at) {
    began = at;
  }

  void show(JournalEntry entry) {
    lock.lock();
    try {
      String line = elapsed(entry.at()) + "  " + cut(masker.mask(text.line(entry.event())));
      output.err().println(output.live() ? CLEAR + line : line);
    } finally {
      lock.unlock();
    }
  }

  void redraw() {
    if (!output.live()) {
      return;
    }
    lock.lock();
    try {
      char spinner = SPINNER.charAt(frame++ % SPINNER.length());
      String line = elapsed(Instant.now()) + "  " + spinner + " " + masker.mask(text.activity());
      PrintStream err = output.err();
      err.print(CLEAR + cut(line));
      err.flush();
    } finally {
      lock.unlock();
    }
  }

  void end() {
    if (output.live()) {
      output.err().print(CLEAR);
      output.err().flush();
    }
  }

  private String elapsed(Instant now) {
    long millis = Math.max(0, Duration.between(began, now).toMillis());
    return String.format(Locale.ROOT, "%7.1fs", millis / 1000.0);
  }

  private String cut(String line) {
    return !output.live() || line.length() <= WIDTH ? line : line.substring(0, WIDTH - 1) + "…";
  }
}

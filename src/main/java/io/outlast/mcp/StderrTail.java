package io.outlast.mcp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/**
 * Drains a process's stderr, with or without newlines in it, and keeps the last lines, masked and
 * shortened. Thread-safe.
 */
final class StderrTail {

  private static final int LINES = 100;
  private static final int SHOWN = 2_000;
  private static final int READ = 8 * 1024;

  private final UnaryOperator<String> masker;
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<String> lines = new ArrayDeque<>();

  StderrTail(UnaryOperator<String> masker) {
    this.masker = masker;
  }

  /** Reads to the end of the stream. Blocks. */
  void drain(InputStream in) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    byte[] chunk = new byte[READ];
    try {
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        for (int i = 0; i < n; i++) {
          if (chunk[i] == '\n') {
            keep(line);
          } else if (line.size() < READ) {
            line.write(chunk[i]);
          }
        }
      }
    } catch (IOException e) {
      // The process is gone; what was read is kept.
    }
    keep(line);
  }

  List<String> lastLines() {
    lock.lock();
    try {
      return List.copyOf(lines);
    } finally {
      lock.unlock();
    }
  }

  private void keep(ByteArrayOutputStream bytes) {
    String text = bytes.toString(StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "").strip();
    bytes.reset();
    if (text.isEmpty()) {
      return;
    }
    // Masked before it is cut: half a secret would no longer be found.
    String shown = masker.apply(text);
    lock.lock();
    try {
      if (lines.size() == LINES) {
        lines.removeFirst();
      }
      lines.addLast(shown.length() > SHOWN ? shown.substring(0, SHOWN) + "…" : shown);
    } finally {
      lock.unlock();
    }
  }
}

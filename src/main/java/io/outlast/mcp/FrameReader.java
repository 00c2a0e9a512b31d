package io.outlast.mcp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Cuts a byte stream into lines of bounded length. For one thread. */
final class FrameReader {

  private final InputStream in;
  private final int limit;
  private final byte[] chunk = new byte[64 * 1024];
  private int from;
  private int to;

  FrameReader(InputStream in, int limit) {
    this.in = in;
    this.limit = limit;
  }

  /**
   * The next line without its end; null at the end of the stream. Blocks.
   *
   * @throws FrameTooLongException when the line is longer than the limit; the reader is of no use
   *     any more
   */
  byte @Nullable [] next() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    while (true) {
      if (from == to && !fill()) {
        return line.size() == 0 ? null : line.toByteArray();
      }
      int end = lineEnd();
      int length = (end < 0 ? to : end) - from;
      if (line.size() + length > limit) {
        throw new FrameTooLongException(limit);
      }
      line.write(chunk, from, length);
      from += length;
      if (end >= 0) {
        from++;
        return line.toByteArray();
      }
    }
  }

  private boolean fill() throws IOException {
    from = 0;
    to = Math.max(0, in.read(chunk));
    return to > 0;
  }

  private int lineEnd() {
    for (int i = from; i < to; i++) {
      if (chunk[i] == '\n') {
        return i;
      }
    }
    return -1;
  }
}

package io.outlast.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads an event stream as its bytes come in (HTML Living Standard, server-sent events). Lines are
 * kept as bytes until they are whole, so characters may be split anywhere. Not thread-safe.
 */
final class SseParser {

  /** Longest event in bytes. */
  static final int MAX_FRAME = 16 * 1024 * 1024;

  private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final int limit;
  private final Buffer line = new Buffer();
  private final Buffer data = new Buffer();
  private String type = "";
  private boolean hasData;
  private boolean firstLine = true;
  private boolean afterCr;
  private @Nullable String pendingId;
  private @Nullable String lastEventId;
  private @Nullable Duration retry;

  SseParser() {
    this(MAX_FRAME);
  }

  SseParser(int limit) {
    this.limit = limit;
  }

  /** The id of the last event that was complete; an event needs no data to set it. */
  @Nullable String lastEventId() {
    return lastEventId;
  }

  /** How long the server asks to wait before a new connection; null when it said nothing. */
  @Nullable Duration retry() {
    return retry;
  }

  /**
   * Takes the next bytes and returns the events they complete, in order.
   *
   * @throws FrameTooLongException when one event grows beyond the limit; the parser is of no use
   *     afterwards
   */
  List<SseEvent> feed(ByteBuffer bytes) {
    List<SseEvent> events = new ArrayList<>();
    while (bytes.hasRemaining()) {
      takeRun(bytes);
      if (bytes.hasRemaining()) {
        takeLineEnd(bytes.get(), events);
      }
    }
    return events;
  }

  private void takeRun(ByteBuffer bytes) {
    int from = bytes.position();
    int to = from;
    while (to < bytes.limit() && bytes.get(to) != '\n' && bytes.get(to) != '\r') {
      to++;
    }
    if (to == from) {
      return;
    }
    afterCr = false;
    if ((long) line.size() + data.size() + (to - from) > limit) {
      throw new FrameTooLongException(limit);
    }
    byte[] run = new byte[to - from];
    bytes.get(run);
    line.write(run, 0, run.length);
  }

  private void takeLineEnd(byte end, List<SseEvent> events) {
    if (end == '\n' && afterCr) {
      afterCr = false;
      return;
    }
    afterCr = end == '\r';
    int start = firstLine && line.startsWith(BOM) ? BOM.length : 0;
    firstLine = false;
    if (line.size() == start) {
      dispatch(events);
    } else {
      field(start);
    }
    line.reset();
  }

  private void field(int start) {
    int colon = line.indexOf(':', start);
    if (colon == start) {
      return; // a comment
    }
    String name = line.text(start, colon < 0 ? line.size() : colon);
    int value = colon < 0 ? line.size() : colon + 1;
    if (value < line.size() && line.at(value) == ' ') {
      value++;
    }
    switch (name) {
      case "data" -> addData(value);
      case "event" -> type = line.text(value, line.size());
      case "id" -> setId(line.text(value, line.size()));
      case "retry" -> setRetry(line.text(value, line.size()));
      default -> {} // unknown fields are ignored
    }
  }

  private void addData(int from) {
    if (hasData) {
      data.write('\n');
    }
    hasData = true;
    data.append(line, from);
  }

  private void setId(String id) {
    if (id.indexOf('\0') < 0) {
      pendingId = id;
    }
  }

  private void setRetry(String digits) {
    if (!digits.isEmpty()
        && digits.length() <= 9
        && digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
      retry = Duration.ofMillis(Long.parseLong(digits));
    }
  }

  private void dispatch(List<SseEvent> events) {
    if (pendingId != null) {
      lastEventId = pendingId;
    }
    if (hasData) {
      events.add(new SseEvent(type.isEmpty() ? "message" : type, data.text(0, data.size())));
    }
    data.reset();
    hasData = false;
    type = "";
  }

  /** Bytes that can be looked at where they are. */
  private static final class Buffer extends ByteArrayOutputStream {

    byte at(int index) {
      return buf[index];
    }

    int indexOf(char wanted, int from) {
      for (int i = from; i < count; i++) {
        if (buf[i] == wanted) {
          return i;
        }
      }
      return -1;
    }

    boolean startsWith(byte[] prefix) {
      for (int i = 0; i < prefix.length; i++) {
        if (i >= count || buf[i] != prefix[i]) {
          return false;
        }
      }
      return true;
    }

    String text(int from, int to) {
      return new String(buf, from, to - from, UTF_8);
    }

    void append(Buffer other, int from) {
      write(other.buf, from, other.count - from);
    }
  }
}

package io.outlast.bench;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** One reader's connection. A socket and no more, so that what is measured is the service. */
record EventStream(Socket socket, InputStream in) implements AutoCloseable {

  private static final String END = "\0";

  /** A message of an event stream. */
  record Message(long id, Instant at, boolean last) {}

  static EventStream open(int port, String run, long after) throws IOException {
    Socket socket = new Socket("127.0.0.1", port);
    String head =
        "GET /v1/runs/"
            + run
            + "/events HTTP/1.1\r\nHost: 127.0.0.1:"
            + port
            + "\r\nAccept: text/event-stream\r\nLast-Event-ID: "
            + after
            + "\r\n\r\n";
    socket.setTcpNoDelay(true);
    socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
    InputStream in = new BufferedInputStream(socket.getInputStream(), 4096);
    String status = line(in);
    for (String line = status; !line.isEmpty(); line = line(in)) {
      // The answer's head.
    }
    if (status.contains(" 204")) {
      socket.close();
      return new EventStream(socket, InputStream.nullInputStream());
    }
    if (!status.contains(" 200")) {
      throw new IllegalStateException(status);
    }
    return new EventStream(socket, new Chunks(in));
  }

  /** Null at the end. */
  Message next() throws IOException {
    long id = -1;
    String event = "";
    String data = "";
    while (true) {
      String line = line(in);
      if (line.startsWith("id: ")) {
        id = Long.parseLong(line.substring(4));
      } else if (line.startsWith("event: ")) {
        event = line.substring(7);
      } else if (line.startsWith("data: ")) {
        data = line;
      } else if (line.isEmpty() && id >= 0) {
        int at = data.indexOf("\"at\":\"") + 6;
        return new Message(
            id, Instant.parse(data.substring(at, data.indexOf('"', at))), event.equals("run.finished"));
      } else if (line.equals(END)) {
        return null;
      }
    }
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(128);
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        return END;
      }
      if (b != '\r') {
        line.write(b);
      }
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /** A chunked body (RFC 9112 section 7.1). */
  private static final class Chunks extends InputStream {
    private final InputStream in;
    private int left;

    Chunks(InputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      while (left == 0) {
        String size = line(in);
        if (size.equals(END)) {
          return -1;
        }
        left = size.isEmpty() ? 0 : Integer.parseInt(size, 16);
        if (size.equals("0")) {
          return -1;
        }
      }
      left--;
      return in.read();
    }
  }
}

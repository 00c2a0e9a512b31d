package io.outlast.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/** Writes JSON-RPC messages, one a line. Thread-safe; blocks while the reader does not read. */
final class DemoWire {

  private static final byte[] UNREADABLE =
      """
      {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"not a JSON object"}}\
      """
          .getBytes(UTF_8);

  private final ReentrantLock writing = new ReentrantLock();
  private final OutputStream out;

  DemoWire(OutputStream out) {
    this.out = out;
  }

  /** Answers a line that is no message; without an id, as JSON-RPC 2.0 has it. */
  void unreadable() {
    send(UNREADABLE);
  }

  void result(Object id, Map<String, Object> result) {
    send(Map.of("jsonrpc", "2.0", "id", id, "result", result));
  }

  void error(Object id, int code, String message) {
    send(Map.of("jsonrpc", "2.0", "id", id, "error", Map.of("code", code, "message", message)));
  }

  void notification(String method, Map<String, Object> params) {
    send(Map.of("jsonrpc", "2.0", "method", method, "params", params));
  }

  private void send(Map<String, Object> message) {
    send(DemoJson.write(message));
  }

  private void send(byte[] line) {
    writing.lock();
    try {
      out.write(line);
      out.write('\n');
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      writing.unlock();
    }
  }
}

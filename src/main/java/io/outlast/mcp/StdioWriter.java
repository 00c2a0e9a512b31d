package io.outlast.mcp;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.MonoSink;

/**
 * The messages on their way to a child's stdin, one after the other: a child that does not read
 * holds up the one thread that writes, and nobody who sends. Thread-safe.
 */
final class StdioWriter {

  private static final int QUEUE_LIMIT = 1024;

  private final Function<Object, @Nullable Runnable> leaving;
  private final BlockingQueue<Outgoing> outbound = new LinkedBlockingQueue<>(QUEUE_LIMIT);
  private volatile boolean closed;

  private record Outgoing(byte[] line, @Nullable Object requestId, MonoSink<Void> sink) {}

  /** A message that could not be written. */
  record Broken(IOException cause, MonoSink<Void> unwritten) {}

  /**
   * @param leaving asked with the id of a request right before it is written; null when nobody
   *     wants its answer any more, else what to do once it is written
   */
  StdioWriter(Function<Object, @Nullable Runnable> leaving) {
    this.leaving = leaving;
  }

  /** Completes when it is written; never blocks. */
  void send(byte[] line, @Nullable Object requestId, MonoSink<Void> sink) {
    Outgoing outgoing = new Outgoing(line, requestId, sink);
    if (closed) {
      sink.error(notSent("the connection is closed"));
    } else if (!outbound.offer(outgoing)) {
      sink.error(
          new TransportFailure(
              TransportLoss.UNRESPONSIVE,
              false,
              "the server does not read; " + QUEUE_LIMIT + " messages wait",
              null));
    } else if (closed && outbound.remove(outgoing)) {
      // It was closed between the check and the offer, and nobody will come for it.
      sink.error(notSent("the connection is closed"));
    }
  }

  /** Fails all that wait, and all that come. */
  void close() {
    closed = true;
    List<Outgoing> waiting = new ArrayList<>();
    outbound.drainTo(waiting);
    waiting.forEach(outgoing -> outgoing.sink().error(notSent("the connection is closed")));
  }

  /** Blocks and writes until a message can not be written, or until it is interrupted. */
  Broken write(OutputStream stdin) throws InterruptedException {
    while (true) {
      Outgoing next = outbound.take();
      Runnable left = next.requestId() == null ? () -> {} : leaving.apply(next.requestId());
      if (left == null) {
        next.sink().error(notSent("it was given up before it was sent"));
        continue;
      }
      try {
        stdin.write(next.line());
        stdin.flush();
      } catch (IOException e) {
        return new Broken(e, next.sink());
      }
      left.run();
      next.sink().success();
    }
  }

  static TransportFailure notSent(String why) {
    return new TransportFailure(TransportLoss.STREAM_CLOSED, false, why, null);
  }
}

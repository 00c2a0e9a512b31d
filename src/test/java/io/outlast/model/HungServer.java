package io.outlast.model;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Takes one HTTP request, says what it is told to say and no more, and notices when its caller
 * hangs up.
 */
final class HungServer implements AutoCloseable {

  private final ServerSocket listener;
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch leftAlone = new CountDownLatch(1);

  HungServer(String says) throws IOException {
    listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(() -> serve(says));
  }

  String url() {
    return "http://127.0.0.1:" + listener.getLocalPort();
  }

  boolean wasAsked() throws InterruptedException {
    return asked.await(5, TimeUnit.SECONDS);
  }

  boolean wasLeft() throws InterruptedException {
    return leftAlone.await(1, TimeUnit.SECONDS);
  }

  private void serve(String says) {
    try (Socket socket = listener.accept()) {
      InputStream in = socket.getInputStream();
      if (in.read(new byte[1]) > 0) {
        asked.countDown();
      }
      socket.getOutputStream().write(says.getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
      in.transferTo(java.io.OutputStream.nullOutputStream());
    } catch (IOException _) {
      // a reset is as good as an orderly end
    }
    leftAlone.countDown();
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}

package io.outlast.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An HTTP server on loopback that may break the rules of HTTP at any byte. */
final class RawHttpServer implements AutoCloseable {

  static final JsonMapper JSON = JsonMapper.builder().build();

  /** Answers one request; a thrown {@link IOException} closes the connection. */
  interface Script {
    void answer(Request request, Connection connection) throws IOException, InterruptedException;
  }

  record Request(String method, String path, Map<String, String> headers, String body) {

    JsonNode json() {
      return JSON.readTree(body);
    }

    String rpcMethod() {
      return body.isEmpty() ? "" : json().path("method").asString("");
    }

    String id() {
      return json().path("id").asString();
    }

    String header(String name) {
      return headers.getOrDefault(name, "");
    }
  }

  final List<Request> requests = new CopyOnWriteArrayList<>();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final ServerSocket listener;
  private volatile Script script;

  RawHttpServer(Script script) throws IOException {
    this.script = script;
    listener = new ServerSocket(0, 512, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  void script(Script next) {
    script = next;
  }

  int port() {
    return listener.getLocalPort();
  }

  URI url(String path) {
    return URI.create("http://127.0.0.1:" + port() + path);
  }

  List<Request> requests(String method) {
    return requests.stream().filter(request -> request.method().equals(method)).toList();
  }

  List<Request> rpc(String rpcMethod) {
    return requests.stream().filter(request -> request.rpcMethod().equals(rpcMethod)).toList();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        sockets.add(socket);
        if (listener.isClosed()) {
          // It came while the server was being closed, which may have missed it.
          socket.close();
        }
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      Connection connection = new Connection(socket, in);
      while (!socket.isClosed()) {
        Request request = read(in);
        requests.add(request);
        script.answer(request, connection);
      }
    } catch (IOException e) {
      // The other side has gone, or the script wants the connection closed.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      sockets.remove(socket);
    }
  }

  private static Request read(InputStream in) throws IOException {
    String[] start = line(in).split(" ");
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers.put(line.substring(0, colon), line.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("Content-Length", "0"));
    return new Request(start[0], start[1], headers, new String(in.readNBytes(length), UTF_8));
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new IOException("closed");
      }
      line.write(b);
    }
    return line.toString(UTF_8).stripTrailing();
  }

  @Override
  public void close() {
    try {
      listener.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The server's end of one connection. */
  static final class Connection {

    private final Socket socket;
    private final InputStream in;

    Connection(Socket socket, InputStream in) {
      this.socket = socket;
      this.in = in;
    }

    void write(String raw) throws IOException {
      write(raw.getBytes(UTF_8));
    }

    void write(byte[] raw) throws IOException {
      socket.getOutputStream().write(raw);
      socket.getOutputStream().flush();
    }

    void answer(int status, String contentType, String body, String... headers) throws IOException {
      StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " X\r\n");
      if (!contentType.isEmpty()) {
        head.append("Content-Type: ").append(contentType).append("\r\n");
      }
      for (String header : headers) {
        head.append(header).append("\r\n");
      }
      if (status != 204) {
        head.append("Content-Length: ").append(body.getBytes(UTF_8).length).append("\r\n");
      }
      write(head + "\r\n" + body);
    }

    void json(String body, String... headers) throws IOException {
      answer(200, "application/json", body, headers);
    }

    void result(Request request, String result) throws IOException {
      json(reply(request, result));
    }

    /** Begins an event stream that ends with the connection. */
    void stream(String... headers) throws IOException {
      StringBuilder head =
          new StringBuilder("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n");
      for (String header : headers) {
        head.append(header).append("\r\n");
      }
      write(head + "Connection: close\r\n\r\n");
    }

    void event(String data) throws IOException {
      write("data: " + data + "\n\n");
    }

    void end() throws IOException {
      socket.close();
      throw new IOException("ended by the script");
    }

    void reset() throws IOException {
      socket.setSoLinger(true, 0);
      end();
    }

    /** Waits until the client closes the connection, then notes that. */
    void untilClosed(CountDownLatch closed) throws IOException {
      socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(30));
      int b;
      try {
        b = in.read();
      } catch (java.net.SocketTimeoutException e) {
        throw e;
      } catch (IOException e) {
        b = -1; // a reset is a close, too
      }
      if (b < 0) {
        closed.countDown();
      }
      end();
    }
  }

  static String reply(Request request, String result) {
    return "{\"jsonrpc\":\"2.0\",\"id\":\"" + request.id() + "\",\"result\":" + result + "}";
  }
}

package io.outlast.api;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Speaks to the service under test: properly, or with whatever bytes. */
final class Client {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final int port;
  private final @Nullable String key;

  Client(int port) {
    this(port, null);
  }

  private Client(int port, @Nullable String key) {
    this.port = port;
    this.key = key;
  }

  Client with(@Nullable String otherKey) {
    return new Client(port, otherKey);
  }

  Answer get(String path, String... headers) {
    return send("GET", path, BodyPublishers.noBody(), headers);
  }

  Answer delete(String path) {
    return send("DELETE", path, BodyPublishers.noBody());
  }

  Answer post(String path, String json, String... headers) {
    return post(path, json.getBytes(StandardCharsets.UTF_8), headers);
  }

  Answer post(String path, byte[] json, String... headers) {
    List<String> all = new ArrayList<>(List.of("Content-Type", "application/json"));
    all.addAll(List.of(headers));
    return send("POST", path, BodyPublishers.ofByteArray(json), all.toArray(String[]::new));
  }

  /** Later headers of the same name win. */
  Answer send(String method, String path, BodyPublisher body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofSeconds(60))
            .method(method, body);
    if (key != null) {
      request.setHeader("Authorization", "Bearer " + key);
    }
    for (int i = 0; i < headers.length; i += 2) {
      request.setHeader(headers[i], headers[i + 1]);
    }
    try {
      var response = HTTP.send(request.build(), BodyHandlers.ofString());
      Map<String, List<String>> all = new LinkedHashMap<>();
      response.headers().map().forEach((n, v) -> all.put(n.toLowerCase(Locale.ROOT), v));
      return new Answer(response.statusCode(), all, response.body());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Sends a head as it is, line by line, and reads until the service hangs up. */
  Answer raw(String... head) {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(30_000);
      String request = String.join("\r\n", head) + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().flush();
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      socket.getInputStream().transferTo(answer);
      return parse(answer.toString(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Answer parse(String answer) {
    int end = answer.indexOf("\r\n\r\n");
    String[] head = (end < 0 ? answer : answer.substring(0, end)).split("\r\n");
    Map<String, List<String>> headers = new LinkedHashMap<>();
    for (int i = 1; i < head.length; i++) {
      String[] parts = head[i].split(": *", 2);
      headers
          .computeIfAbsent(parts[0].toLowerCase(Locale.ROOT), name -> new ArrayList<>())
          .add(parts[1]);
    }
    String body = end < 0 ? "" : answer.substring(end + 4);
    if (headers.containsKey("transfer-encoding")) {
      body = body.replaceAll("(?m)^[0-9a-f]+\r\n", "").strip();
    }
    return new Answer(Integer.parseInt(head[0].split(" ")[1]), headers, body);
  }
}

package io.outlast.api;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One connection that reads a run's event stream, message by message. */
final class EventReader implements AutoCloseable {

  record Message(long id, String event, String data) {}

  private final HttpResponse<InputStream> response;
  private final BufferedReader lines;
  private int comments;

  private EventReader(HttpResponse<InputStream> response) {
    this.response = response;
    this.lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
  }

  static EventReader open(HttpClient http, int port, String id, @Nullable Long lastEventId)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + port + "/v1/runs/" + id + "/events"))
            .header("Accept", "text/event-stream");
    if (lastEventId != null) {
      request.header("Last-Event-ID", lastEventId.toString());
    }
    return new EventReader(http.send(request.build(), BodyHandlers.ofInputStream()));
  }

  int status() {
    return response.statusCode();
  }

  @Nullable String header(String name) {
    return response.headers().firstValue(name).orElse(null);
  }

  /** Comments seen so far. */
  int comments() {
    return comments;
  }

  /** The next message; null at the end of the stream. */
  @Nullable Message next() throws IOException {
    String id = "";
    String event = "";
    String data = "";
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("id: ")) {
        id = line.substring(4);
      } else if (line.startsWith("event: ")) {
        event = line.substring(7);
      } else if (line.startsWith("data: ")) {
        data = line.substring(6);
      } else if (line.startsWith(":")) {
        comments++;
      } else if (line.isEmpty() && !data.isEmpty()) {
        return new Message(Long.parseLong(id), event, data);
      }
    }
    return null;
  }

  /** Messages up to the one that is wanted, or to the end. */
  List<Message> until(Predicate<Message> wanted) throws IOException {
    List<Message> messages = new ArrayList<>();
    for (Message message = next(); message != null; message = next()) {
      messages.add(message);
      if (wanted.test(message)) {
        break;
      }
    }
    return messages;
  }

  List<Message> all() throws IOException {
    return until(message -> false);
  }

  @Override
  public void close() throws IOException {
    response.body().close();
  }
}

package io.outlast.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/**
 * Where a service answers.
 *
 * @param base such as {@code http://127.0.0.1:8080}
 * @param key null where it asks for none
 */
record Api(String base, String key) {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(2)).build();

  static Api local(int port) {
    return new Api("http://127.0.0.1:" + port, null);
  }

  HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path)).timeout(Duration.ofSeconds(10));
    return key == null ? request : request.header("Authorization", "Bearer " + key);
  }

  static HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return HTTP.send(request, BodyHandlers.ofString());
  }
}

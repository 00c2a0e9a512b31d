package io.outlast.mcp;

import io.outlast.telemetry.LogWords;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends HTTP requests without holding a thread for any of them. Cancelling an exchange closes its
 * socket at any stage. Redirects are followed at the same origin only, a few times, and always with
 * the method and body of the request. Thread-safe.
 */
final class HttpWire {

  private static final Logger log = LoggerFactory.getLogger(HttpWire.class);

  private static final int MAX_REDIRECTS = 3;
  private static final int MAX_PLAIN_BODY = 64 * 1024;

  private final Executor executor;
  private final HttpClient client;

  HttpWire(String serverName, Duration connectTimeout) {
    executor =
        task ->
            Thread.ofVirtual()
                .name("mcp-http-" + serverName)
                .start(LogWords.ofServer(serverName, task));
    // HTTP/1.1: the upgrade to h2c that is tried otherwise makes some servers stall.
    client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(connectTimeout)
            .executor(executor)
            .build();
  }

  /**
   * Starts a request. Never throws: whatever goes wrong is told to the receiver, on another thread
   * or, at once, on this one.
   */
  void send(Exchange exchange, HttpRequest request, HttpReceiver receiver) {
    send(exchange, request, receiver, MAX_REDIRECTS);
  }

  private void send(Exchange exchange, HttpRequest request, HttpReceiver receiver, int redirects) {
    AtomicReference<@Nullable EventStreamBody> stream = new AtomicReference<>();
    AtomicReference<@Nullable String> location = new AtomicReference<>();
    CompletableFuture<HttpResponse<HttpEnd>> response;
    try {
      response =
          client.sendAsync(
              request, info -> body(info, exchange, receiver, stream::set, location::set));
    } catch (RuntimeException e) {
      receiver.ended(new HttpEnd.Broken(e));
      return;
    }
    exchange.runs(response);
    // The client completes its futures on the common pool, which is not for what comes now.
    response.whenCompleteAsync(
        (answer, failure) -> {
          String to = failure == null ? location.get() : null;
          HttpEnd end = end(answer, failure, stream.get());
          if (!exchange.cancelled()) {
            over(exchange, request, receiver, end, to, redirects);
          }
        },
        executor);
  }

  private void over(
      Exchange exchange,
      HttpRequest request,
      HttpReceiver receiver,
      HttpEnd end,
      @Nullable String location,
      int redirects) {
    try {
      if (location == null) {
        receiver.ended(end);
      } else {
        redirect(exchange, request, receiver, location, redirects);
      }
    } catch (RuntimeException e) {
      log.error("The end of an exchange was not handled; its call ends at its deadline", e);
    }
  }

  private static HttpEnd end(
      @Nullable HttpResponse<HttpEnd> answer,
      @Nullable Throwable failure,
      @Nullable EventStreamBody stream) {
    if (answer != null) {
      return answer.body();
    }
    Throwable cause = failure == null ? new CompletionException("no answer", null) : failure;
    if (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return stream == null ? new HttpEnd.Broken(cause) : stream.end(cause);
  }

  private BodySubscriber<HttpEnd> body(
      ResponseInfo info,
      Exchange exchange,
      HttpReceiver receiver,
      Consumer<EventStreamBody> stream,
      Consumer<String> location) {
    int status = info.statusCode();
    String type = contentType(info);
    String to = info.headers().firstValue("Location").orElse(null);
    if (to != null && isRedirect(status)) {
      location.accept(to);
      return new BoundedBody(status, type, MAX_PLAIN_BODY);
    }
    exchange.sawHead(status);
    receiver.head(info);
    if (status / 100 == 2 && type.equals("text/event-stream")) {
      EventStreamBody events = new EventStreamBody(receiver::event);
      stream.accept(events);
      return events;
    }
    boolean message = status / 100 == 2 && (type.isEmpty() || type.endsWith("json"));
    return new BoundedBody(status, type, message ? SseParser.MAX_FRAME : MAX_PLAIN_BODY);
  }

  private static boolean isRedirect(int status) {
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
  }

  private static String contentType(ResponseInfo info) {
    String value = info.headers().firstValue("Content-Type").orElse("");
    int parameters = value.indexOf(';');
    return (parameters < 0 ? value : value.substring(0, parameters))
        .strip()
        .toLowerCase(Locale.ROOT);
  }

  private void redirect(
      Exchange exchange, HttpRequest request, HttpReceiver receiver, String to, int left) {
    try {
      URI target = OriginGuard.resolve(request.uri(), to, "The redirect");
      if (left == 0) {
        throw new TransportFailure(
            TransportLoss.MISCONFIGURED,
            false,
            OriginGuard.origin(request.uri()) + " redirects without end",
            null);
      }
      HttpRequest next = HttpRequest.newBuilder(request, (name, value) -> true).uri(target).build();
      send(exchange, next, receiver, left - 1);
    } catch (TransportFailure e) {
      receiver.ended(new HttpEnd.Refused(e));
    }
  }

  /** Ends everything under way; does not wait. */
  void close() {
    client.shutdownNow();
  }
}

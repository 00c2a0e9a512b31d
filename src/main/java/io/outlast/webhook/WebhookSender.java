package io.outlast.webhook;

import io.outlast.settings.WebhookSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** Sends one message once. Blocks, no longer than its limit. Thread-safe. */
final class WebhookSender {

  private static final MediaType JSON = MediaType.get("application/json");

  private final OkHttpClient http;
  private final PublicAddresses addresses;
  private final @Nullable Signature signature;
  private final Clock clock;

  WebhookSender(WebhookSettings settings, Clock clock) {
    this.addresses = new PublicAddresses(settings.allowPrivateAddresses());
    this.signature = settings.secret() == null ? null : new Signature(settings.secret().value());
    this.clock = clock;
    this.http =
        new OkHttpClient.Builder()
            .callTimeout(settings.timeout())
            // A redirect would lead past the check, and a proxy would look the name up itself.
            .followRedirects(false)
            .proxy(java.net.Proxy.NO_PROXY)
            .retryOnConnectionFailure(false)
            // A connection kept from an earlier message may be gone, and would cost an attempt.
            .connectionPool(new ConnectionPool(0, 1, TimeUnit.SECONDS))
            .dns(addresses)
            .build();
  }

  WebhookAttempt send(Outbox.Due due, String body) {
    Instant at = clock.instant();
    long begun = System.nanoTime();
    Integer status = null;
    String error = null;
    try (Response response = http.newCall(request(due, at, body)).execute()) {
      status = response.code();
      error = response.isSuccessful() ? null : "answered " + status;
    } catch (IOException | IllegalArgumentException e) {
      error = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
    return new WebhookAttempt(
        due.attempts() + 1, at, status, error, Duration.ofNanos(System.nanoTime() - begun));
  }

  private Request request(Outbox.Due due, Instant at, String body) throws UnknownHostException {
    HttpUrl url = HttpUrl.get(due.url());
    if (isAddress(url.host())) {
      // The client looks up names only.
      addresses.lookup(url.host());
    }
    String id = "msg_" + due.run().value();
    Request.Builder request =
        new Request.Builder()
            .url(url)
            .header("User-Agent", "outlast")
            .header("webhook-id", id)
            .header("webhook-timestamp", String.valueOf(at.getEpochSecond()))
            .post(RequestBody.create(body, JSON));
    if (signature != null) {
      request.header("webhook-signature", signature.of(id, at, body));
    }
    return request.build();
  }

  private static boolean isAddress(String host) {
    return host.indexOf(':') >= 0 || host.matches("[0-9.]+");
  }

  /** Whether a URL names, by an address and not by a name, a place that is not public. */
  static boolean isPrivateAddress(String host) {
    try {
      return isAddress(host) && !PublicAddresses.isPublic(InetAddress.getByName(host));
    } catch (UnknownHostException e) {
      return false;
    }
  }
}

package io.outlast.model;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import okhttp3.Call;
import okhttp3.Headers;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sends a provider SDK's requests with a client of our own, so that a call can be aborted, nothing
 * below us repeats it or follows a redirect with the key, and answers are judged by what the
 * provider really said before the SDK makes an exception of them. Thread-safe.
 */
final class Wire implements Interceptor {

  /** Nothing but connecting is limited: the length of an attempt is the caller's matter. */
  static final OkHttpClient HTTP =
      new OkHttpClient.Builder()
          .connectTimeout(Duration.ofSeconds(30))
          .readTimeout(Duration.ZERO)
          .writeTimeout(Duration.ZERO)
          .pingInterval(Duration.ofMinutes(1))
          .retryOnConnectionFailure(false)
          .followRedirects(false)
          .build();

  private static final long LONGEST_BODY = 32L << 20;
  private static final MediaType TYPE = MediaType.get("application/json");
  private static final JsonMapper JSON = JsonMapper.shared();

  private final Dialect dialect;
  private final Clock clock;

  Wire(Dialect dialect, Clock clock) {
    this.dialect = dialect;
    this.clock = clock;
  }

  @Override
  public Response intercept(Chain chain) throws IOException {
    Exchange exchange = Exchange.CURRENT.get();
    Call call = HTTP.newCall(outgoing(chain.request(), exchange));
    exchange.begin(call);
    try (Response response = call.execute()) {
      String body = read(response.body().source());
      exchange.received(body);
      ObjectNode answer = parse(body);
      Trouble trouble = judge(response.code(), response.headers(), body, answer);
      if (trouble != null || answer == null) {
        exchange.refuse(trouble != null ? trouble : unreadable(response.code(), body));
        throw new IOException("The answer cannot be used");
      }
      dialect.repair(answer);
      return response
          .newBuilder()
          .body(ResponseBody.create(JSON.writeValueAsBytes(answer), TYPE))
          .build();
    }
  }

  private Request outgoing(Request request, Exchange exchange) throws IOException {
    Request.Builder builder = request.newBuilder();
    if (dialect.endpoint().needsNoKey()) {
      builder.removeHeader("Authorization").removeHeader("x-api-key");
    }
    exchange.headers().forEach(builder::header);
    RequestBody body = request.body();
    if (body != null) {
      Buffer buffer = new Buffer();
      body.writeTo(buffer);
      ObjectNode json = (ObjectNode) JSON.readTree(buffer.inputStream());
      dialect.complete(json, exchange.tools());
      builder.post(RequestBody.create(JSON.writeValueAsBytes(json), TYPE));
    }
    return builder.build();
  }

  private @Nullable Trouble judge(
      int status, Headers headers, String body, @Nullable ObjectNode answer) {
    if (status < 200 || status > 299) {
      return HttpTrouble.of(status, ProviderWords.of(body), headers, clock);
    }
    if (answer == null) {
      return unreadable(status, body);
    }
    JsonNode error = answer.path("error");
    if ((error.isObject() && !error.isEmpty()) || error.isString()) {
      // Gateways wrap their upstream's failure into a 200 and name its status in the body.
      int code = error.path("code").asInt(status);
      return HttpTrouble.of(
          code >= 400 && code < 600 ? code : status,
          ProviderWords.of(answer, body),
          headers,
          clock);
    }
    return dialect.judge(answer);
  }

  private static Trouble unreadable(int status, String body) {
    String what = body.isBlank() ? "it is empty" : ProviderWords.cut(body);
    return Trouble.lasting(
        status, "the provider's answer cannot be read: " + what, "unreadable_answer");
  }

  private static String read(BufferedSource source) throws IOException {
    if (source.request(LONGEST_BODY + 1)) {
      return "an answer of more than " + (LONGEST_BODY >> 20) + " MiB";
    }
    return source.readUtf8();
  }

  private static @Nullable ObjectNode parse(String body) {
    try {
      return JSON.readTree(body) instanceof ObjectNode object ? object : null;
    } catch (JacksonException _) {
      return null;
    }
  }
}

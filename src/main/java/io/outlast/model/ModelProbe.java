package io.outlast.model;

import io.outlast.model.Models.ModelCheck;
import java.io.IOException;
import java.time.Duration;
import java.util.function.UnaryOperator;
import okhttp3.Request;
import okhttp3.Response;

/** Whether a provider answers and accepts the key, found out by listing its models. */
record ModelProbe(Dialect dialect, UnaryOperator<String> mask) {

  ModelCheck check(Duration timeout) {
    Endpoint endpoint = dialect.endpoint();
    String problem = endpoint.keyProblem(dialect.keyVariable());
    if (problem != null) {
      return new ModelCheck(false, problem);
    }
    Request request = dialect.listModels();
    if (endpoint.needsNoKey()) {
      request =
          request.newBuilder().removeHeader("Authorization").removeHeader("x-api-key").build();
    }
    var http = Wire.HTTP.newBuilder().callTimeout(timeout).build();
    try (Response response = http.newCall(request).execute()) {
      return judge(response);
    } catch (IOException e) {
      String detail = e.getMessage() == null ? "" : ": " + e.getMessage();
      return said(false, endpoint.shownUrl() + " does not answer" + detail);
    }
  }

  private ModelCheck judge(Response response) throws IOException {
    String url = dialect.endpoint().shownUrl();
    return switch (response.code()) {
      case 200 -> said(true, url + " answers");
      // Not every server lists its models, but one that says so was reached and let us in.
      case 404, 405, 501 -> said(true, url + " answers, but does not list its models");
      default -> {
        String body = response.peekBody(64 << 10).string();
        yield said(
            false,
            "%s answers HTTP %d: %s"
                .formatted(url, response.code(), ProviderWords.of(body).message()));
      }
    };
  }

  private ModelCheck said(boolean ok, String detail) {
    return new ModelCheck(ok, mask.apply(dialect.endpoint().withoutKey(detail)));
  }
}

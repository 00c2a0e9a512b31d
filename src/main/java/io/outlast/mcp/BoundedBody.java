package io.outlast.mcp;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** Collects a response body up to a limit; what is longer is cut off and its connection closed. */
final class BoundedBody implements BodySubscriber<HttpEnd> {

  private final CompletableFuture<HttpEnd> body = new CompletableFuture<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final int status;
  private final String contentType;
  private final int limit;
  private @Nullable Subscription subscription;

  BoundedBody(int status, String contentType, int limit) {
    this.status = status;
    this.contentType = contentType;
    this.limit = limit;
  }

  @Override
  public CompletionStage<HttpEnd> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Subscription given) {
    subscription = given;
    given.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      int room = Math.min(buffer.remaining(), limit - bytes.size());
      byte[] chunk = new byte[room];
      buffer.get(chunk);
      bytes.write(chunk, 0, room);
      if (buffer.hasRemaining()) {
        if (subscription != null) {
          subscription.cancel();
        }
        body.complete(answer(true));
        return;
      }
    }
  }

  @Override
  public void onError(Throwable cause) {
    body.completeExceptionally(cause);
  }

  @Override
  public void onComplete() {
    body.complete(answer(false));
  }

  private HttpEnd.Answer answer(boolean tooLong) {
    return new HttpEnd.Answer(status, contentType, bytes.toByteArray(), tooLong);
  }
}
